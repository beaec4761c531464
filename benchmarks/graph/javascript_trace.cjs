// The calls that a JavaScript program makes as it runs, CommonJS modules alone:
//
//     npm install typescript@5
//     TRACE_ROOT=REPO TRACE_FILES=lib/ TRACE_OUTPUT=ROWS node -r ./javascript_trace.cjs PROGRAM
//     node javascript_trace.cjs REPO ROWS TRUTH.json
//
// The first writes what each process did to the folder ROWS, the second makes a truth set of it (see truth.py). Each
// function that has a name says who called it, by the stack, and each statement that it ran. A call is `direct` when its
// line names what runs before a bracket, `constructor` when it makes an object of a class, else `implicit`. Lines and
// functions that never ran have not been seen.

"use strict";

const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");

const placeOf = (root, file) => path.relative(root, file).split(path.sep).join("/");

function trace(root, output) {
  const ts = Module.createRequire(path.join(process.cwd(), "noname.js"))("typescript");
  const top = path.join(root, process.env.TRACE_FILES ?? "");
  const files = new Map();
  const calls = new Set();

  /** Returns the node that names a function, undefined where nothing does. */
  function naming(node) {
    if (ts.isConstructorDeclaration(node)) return node.getChildren().find((part) => part.kind === ts.SyntaxKind.ConstructorKeyword);
    if (node.name) return node.name;
    if (ts.isFunctionDeclaration(node)) return node;
    let around = node.parent;
    while (around && ts.isParenthesizedExpression(around)) around = around.parent;
    if (!around) return undefined;
    if (ts.isVariableDeclaration(around) || ts.isPropertyAssignment(around) || ts.isPropertyDeclaration(around)) {
      return ts.isIdentifier(around.name) || ts.isStringLiteral(around.name) ? around.name : undefined;
    }
    if (!ts.isBinaryExpression(around) || around.operatorToken.kind !== ts.SyntaxKind.EqualsToken || around.left === node) return undefined;
    const left = around.left;
    if (ts.isElementAccessExpression(left)) return left.argumentExpression;
    if (ts.isPropertyAccessExpression(left)) return left.getText() === "module.exports" ? around.parent : left.name;
    return ts.isIdentifier(left) ? left : undefined;
  }

  /** Returns a text that tells what runs, with what stands where in it. */
  function told(file, text) {
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
    const place = placeOf(root, file);
    const line = (byte) => source.getLineAndCharacterOfPosition(byte).line + 1;
    const known = { place, text, names: {}, functions: [], statements: [], ran: new Set(), moved: [], starts: [0] };
    const added = [];
    const isDirective = (node) => ts.isExpressionStatement(node) && ts.isStringLiteral(node.expression);
    const owner = (node) => {
      for (let at = node; at; at = at.parent) {
        const name = ts.isFunctionLike(at) && at.body ? naming(at) : undefined;
        if (name) return `${place}:${line(name.getStart())}`;
      }
      return `${place}:0`;
    };
    (function visit(node) {
      const name = ts.isFunctionLike(node) && node.body ? naming(node) : undefined;
      if (ts.isFunctionLike(node) && node.body) known.functions.push([node.getStart(), node.end, owner(node)]);
      if (name) {
        const key = owner(node);
        const call = `__nsccn.called(${JSON.stringify(key)})`;
        known.names[key] = ts.isConstructorDeclaration(node) ? "constructor" : name.getText().replace(/^["']|["']$/g, "");
        if (ts.isBlock(node.body)) {
          const first = node.body.statements.find((one) => !isDirective(one));
          added.push([first ? first.getFullStart() : node.body.end - 1, `;${call};`]);
        } else added.push([node.body.getStart(), `(${call},`], [node.body.end, ")"]);
      }
      if (ts.isBlock(node) || ts.isSourceFile(node) || ts.isCaseOrDefaultClause(node)) {
        for (const one of node.statements) {
          if (ts.isFunctionDeclaration(one) || ts.isBlock(one) || isDirective(one)) continue;
          added.push([one.getStart(), `__nsccn.ran(${JSON.stringify(file)},${known.statements.length});`]);
          known.statements.push([line(one.getStart()), line(one.end)]);
        }
      }
      ts.forEachChild(node, visit);
    })(source);
    let [made, at] = ["", 0];
    for (const [byte, what] of added.sort((one, other) => one[0] - other[0])) {
      made += text.slice(at, byte);
      known.moved.push([made.length, what.length]);
      made += what;
      at = byte;
    }
    made += text.slice(at);
    for (let byte = made.indexOf("\n"); byte >= 0; byte = made.indexOf("\n", byte + 1)) known.starts.push(byte + 1);
    files.set(file, known);
    return made;
  }

  globalThis.__nsccn = {
    ran: (file, number) => files.get(file).ran.add(number),
    called(key) {
      const { prepareStackTrace, stackTraceLimit } = Error;
      Object.assign(Error, { stackTraceLimit: 3, prepareStackTrace: (_, frames) => frames });
      const frame = new Error().stack[2];
      Object.assign(Error, { stackTraceLimit, prepareStackTrace });
      if (files.has(frame?.getFileName())) calls.add(JSON.stringify([frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber(), key]));
    },
  };
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (text, file, ...rest) {
    const isOwn = file.startsWith(top) && !file.includes("node_modules");
    return compile.call(this, isOwn ? told(file, text.replace(/^#!.*/, "")) : text, file, ...rest);
  };

  /** Returns who made a call, and its line. */
  function caller([file, line, column]) {
    const known = files.get(file);
    const byte = known.starts[line - 1] + column - 1;
    const at = known.moved.reduce((left, [start, length]) => (start + length <= byte ? left - length : left), byte);
    const around = known.functions.filter(([start, end]) => start <= at && at < end).at(-1);
    return [around ? around[2] : `${known.place}:0`, line];
  }

  process.on("exit", () => {
    const seen = [...files.values()].map(({ place, names, statements, ran }) => [place, names, statements, [...ran]]);
    const made = [...calls].map((call) => JSON.parse(call)).map((call) => [...caller(call), call[3]]);
    fs.mkdirSync(output, { recursive: true });
    fs.writeFileSync(path.join(output, `${process.pid}.json`), JSON.stringify({ seen, made }));
  });
}

function truth(root, rows, output) {
  const [functions, calls, statements, ran] = [{}, new Map(), new Map(), new Map()];
  for (const name of fs.readdirSync(rows)) {
    const { seen, made } = JSON.parse(fs.readFileSync(path.join(rows, name), "utf8"));
    for (const [place, names, all, some] of seen) {
      Object.assign(functions, names, { [`${place}:0`]: "<file>" });
      statements.set(place, all);
      ran.set(place, new Set([...(ran.get(place) ?? []), ...some]));
    }
    for (const [from, line, to] of made) {
      const text = fs.readFileSync(path.join(root, from.replace(/:\d+$/, "")), "utf8").split("\n")[line - 1];
      const name = functions[to].replace(/[^\w]/g, "\\$&");
      const isNamed = new RegExp(`(?<![\\w$])${name}(?![\\w$])\\s*\\(`).test(text);
      const group = isNamed ? "direct" : functions[to] === "constructor" ? "constructor" : "implicit";
      if (calls.get(`${from} ${to}`)?.[2] !== "direct") calls.set(`${from} ${to}`, [from, to, group]);
    }
  }
  const skipped = {};
  for (const [place, all] of statements) {
    const isRun = new Map();
    const inwards = [...all.entries()].sort(([, one], [, other]) => other[1] - other[0] - (one[1] - one[0]));
    for (const [number, [first, last]] of inwards) for (let line = first; line <= last; line++) isRun.set(line, ran.get(place).has(number));
    skipped[place] = [...isRun].filter(([, is]) => !is).map(([line]) => [line, line]).sort((one, other) => one[0] - other[0]);
  }
  fs.writeFileSync(output, JSON.stringify({ functions, calls: [...calls.values()].sort(), unknown: [], skipped }));
  console.log(`${Object.keys(functions).length} functions, ${calls.size} calls`);
}

if (require.main === module) truth(...process.argv.slice(2));
else trace(fs.realpathSync(process.env.TRACE_ROOT), process.env.TRACE_OUTPUT);
