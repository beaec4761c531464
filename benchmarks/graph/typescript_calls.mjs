// Writes a truth set of the calls in JavaScript and TypeScript, as TypeScript's own checker resolves them.
//
//     npm install typescript@5
//     node typescript_calls.mjs ROOT TRUTH.json [FOLDER ...]
//
// All sources under the folders of ROOT (ROOT itself by default) are one program; nothing of it is run. The checker
// infers types in plain JavaScript too. `truth.py` says what a truth set is, `score.py` compares a graph with it.
//
// A call belongs to the nearest function around it that has a name: its own, or that of the variable, member or
// property that it is the value of. A function with statements has, too, the name of the variable of a file, the field or
// the member whose value is a call that it is handed to, unless that runs it at once, as `map` does. What runs when a
// class is made belongs to the class: what fields begin with, what it extends, and decorators. A class without a
// constructor stands for it. What the checker cannot tell (a value of type `any`, a parameter that is called) is unknown;
// what lies in a library is no call of the repository. Lines with unknown calls count as not seen, since what is called
// there may have another name where it is defined.

import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";

const require = createRequire(path.join(process.cwd(), "noname.js"));
const ts = require("typescript");

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const AT_ONCE = /^(map|flatMap|filter|find\w*|some|every|forEach|reduce\w*|sort|from|then|catch|finally)$/;
const LEFT_OUT = new Set(["node_modules", ".git", "dist", "coverage"]);

const [root, output, ...folders] = process.argv.slice(2);
const top = fs.realpathSync(root);

function* sources(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!LEFT_OUT.has(entry.name)) yield* sources(place);
    } else if (entry.isFile() && SOURCE.test(entry.name) && !entry.name.includes(".min.")) {
      yield place;
    }
  }
}

function options() {
  const found = ts.findConfigFile(top, ts.sys.fileExists, "tsconfig.json");
  const read = found ? ts.readConfigFile(found, ts.sys.readFile).config : {};
  const stated = found ? ts.parseJsonConfigFileContent(read, ts.sys, path.dirname(found)).options : {};
  return {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    jsx: ts.JsxEmit.Preserve,
    ...stated,
    allowJs: true,
    checkJs: false,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
}

const names = (folders.length ? folders : ["."]).flatMap((folder) => [...sources(path.join(top, folder))]);
const program = ts.createProgram(names, options());
const checker = program.getTypeChecker();
const own = new Set(names.map((name) => path.normalize(name)));

const functions = {};
const calls = new Map();
const unknown = new Map();
const skipped = {};
let outside = 0;

const isOwn = (node) => own.has(path.normalize(node.getSourceFile().fileName));

function place(node) {
  const file = node.getSourceFile();
  const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
  return `${path.relative(top, file.fileName).split(path.sep).join("/")}:${line}`;
}

/** Returns the node that names a function or class, undefined where nothing does. */
function naming(node) {
  if (ts.isConstructorDeclaration(node)) return node.getChildren().find((part) => part.kind === ts.SyntaxKind.ConstructorKeyword);
  if (node.name) return node.name;
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return node; // the default export
  let around = node.parent;
  while (around && (ts.isParenthesizedExpression(around) || ts.isAsExpression(around) || ts.isSatisfiesExpression?.(around))) around = around.parent;
  if (!around) return undefined;
  if (ts.isCallExpression(around)) return runsAtOnce(node, around) ? undefined : made(node, around);
  if (ts.isVariableDeclaration(around) || ts.isPropertyAssignment(around) || ts.isPropertyDeclaration(around)) {
    return ts.isComputedPropertyName(around.name) || !around.name.getText ? undefined : around.name;
  }
  if (ts.isBinaryExpression(around) && around.operatorToken.kind === ts.SyntaxKind.EqualsToken && around.right.getStart() <= node.getStart()) {
    const left = around.left;
    if (ts.isPropertyAccessExpression(left)) return left.getText() === "module.exports" ? around.parent : left.name;
    if (ts.isElementAccessExpression(left) && ts.isStringLiteral(left.argumentExpression)) return left.argumentExpression;
    return ts.isIdentifier(left) ? left : undefined;
  }
  return ts.isExportAssignment(around) ? around : undefined;
}

/** Whether a function is called where it stands. */
const runsAtOnce = (node, call) => call.expression.getStart() <= node.getStart() && node.end <= call.expression.end;

/** Returns the name of what is given the value of the outermost call that a function is handed to. */
function made(node, call) {
  if (!ts.isBlock(node.body ?? node) || AT_ONCE.test(nameOf(call))) return undefined;
  let at = node;
  while (ts.isParenthesizedExpression(call) || ts.isAsExpression(call) || (ts.isCallExpression(call) && call.expression !== at)) [at, call] = [call, call.parent];
  if (ts.isExportAssignment(call)) return call;
  const isOfFile = ts.isVariableDeclaration(call) && ts.isSourceFile(call.parent.parent.parent);
  return (isOfFile || ts.isPropertyDeclaration(call) || ts.isPropertyAssignment(call)) && ts.isIdentifier(call.name) ? call.name : undefined;
}

const isScope = (node) => ts.isFunctionLike(node) && !ts.isTypeNode(node) && node.kind !== ts.SyntaxKind.IndexSignature;

function register(node) {
  const name = naming(node);
  if (!name) return undefined;
  const key = place(name);
  functions[key] ??= ts.isConstructorDeclaration(node) ? "constructor" : name.getText().slice(0, 80).split("\n")[0];
  return key;
}

function caller(node) {
  for (let at = node.parent; at; at = at.parent) {
    const runs = (isScope(at) && at.body && !isIn(ts.isDecorator, node, at)) || (ts.isClassLike(at) && isMade(node, at));
    const key = runs ? register(at) : undefined;
    if (key) return key;
  }
  return place(node.getSourceFile()).replace(/:\d+$/, ":0");
}

/** Whether a node is in what runs when a class is made: what fields begin with, decorators, what it extends. */
const isMade = (node, around) =>
  [ts.isPropertyDeclaration, ts.isDecorator, ts.isHeritageClause, ts.isClassStaticBlockDeclaration].some((is) => isIn(is, node, around)) ||
  around.members.some((member) => isIn((at) => at === member, node, around) && isIn(ts.isDecorator, node, member));

/** Whether the child of `around` that a node is in is of a kind. */
function isIn(is, node, around) {
  while (node && node.parent !== around) node = node.parent;
  return Boolean(node) && is(node);
}

/** Of several constructors, the one that is written out is what runs. */
function constructorOf(node) {
  const stated = node.members.filter((member) => ts.isConstructorDeclaration(member));
  return stated.find((member) => member.body) ?? stated[0];
}

/** Returns what a declaration declares: a function or a class, followed through one name. */
function declared(node, depth = 0) {
  if (!node || depth > 8) return undefined;
  if (isScope(node) || ts.isMethodSignature(node)) return node;
  if (ts.isClassLike(node)) return constructorOf(node) ?? node;
  let value = node.initializer;
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    value = ts.isBinaryExpression(node.parent) && node.parent.left === node ? node.parent.right : undefined;
  } else if (ts.isBinaryExpression(node)) value = node.right;
  while (value && (ts.isParenthesizedExpression(value) || ts.isAsExpression(value))) value = value.expression;
  if (!value) return undefined;
  if (ts.isCallExpression(value)) return handed(value);
  if (isScope(value) || ts.isClassLike(value)) return declared(value, depth + 1);
  if (ts.isIdentifier(value) || ts.isPropertyAccessExpression(value)) return fromSymbol(symbolOf(value), depth + 1);
  return undefined;
}

/** Returns the function with statements that is handed to a call, or to a call that is. */
function handed(call) {
  for (const value of call.arguments) {
    if ((ts.isArrowFunction(value) || ts.isFunctionExpression(value)) && ts.isBlock(value.body)) return value;
    const inner = ts.isCallExpression(value) ? handed(value) : undefined;
    if (inner) return inner;
  }
  return undefined;
}

function symbolOf(node) {
  const at = ts.isPropertyAccessExpression(node) ? node.name : node;
  let symbol = checker.getSymbolAtLocation(at);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  return symbol;
}

function fromSymbol(symbol, depth = 0) {
  for (const node of symbol?.declarations ?? []) {
    const found = declared(node, depth);
    if (found) return found;
  }
  return undefined;
}

/** Of `load.call(this)` and `load.apply(this, given)`, `load` is what runs. */
function handedThis(expression) {
  if (!ts.isPropertyAccessExpression(expression) || !/^(call|apply)$/.test(expression.name.text)) return undefined;
  const found = fromSymbol(symbolOf(expression.expression));
  return found && isOwn(found) ? found : undefined;
}

function callee(node) {
  const expression = node.expression ?? node.tag ?? node.tagName;
  const bound = handedThis(expression);
  if (bound) return bound;
  const stated = checker.getResolvedSignature(node)?.declaration;
  const signature = stated?.getSourceFile() ? stated : undefined; // the checker makes some up, which stand nowhere
  const isNamed = signature && (isScope(signature) || ts.isMethodSignature(signature)) && !ts.isFunctionTypeNode(signature);
  const symbol = symbolOf(expression);
  if (ts.isNewExpression(node) || expression.kind === ts.SyntaxKind.SuperKeyword) {
    return fromSymbol(symbol) ?? (isNamed ? signature : undefined);
  }
  if (isNamed && naming(signature)) return signature;
  return fromSymbol(symbol) ?? (signature && !isOwn(signature) ? signature : undefined);
}

function nameOf(node) {
  const expression = node.expression ?? node.tag ?? node.tagName;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : ts.isIdentifier(expression) ? expression.text : "";
}

/** Of an object that is one of several types, the methods of all may run; the checker's signature has the first. */
function eachOfUnion(node, found) {
  const methods = (symbolOf(node.expression ?? node.tag ?? node.tagName)?.declarations ?? [])
    .filter((one) => (isScope(one) || ts.isMethodSignature(one)) && isOwn(one));
  return new Set(methods.map((one) => one.parent)).size > 1 ? [...new Set([found, ...methods])] : [found];
}

function visitCall(node) {
  const from = caller(node);
  const found = callee(node);
  if (found && isOwn(found)) {
    const key = register(found);
    if (key) {
      for (const one of eachOfUnion(node, found))
        for (const other of implementations(one)) calls.set(`${from} ${other}`, [from, other, "direct"]);
      return;
    }
  }
  const symbol = symbolOf(node.expression ?? node.tag ?? node.tagName);
  const known = found ? [found] : (symbol?.declarations ?? []);
  if (known.length && !known.some((other) => isOwn(other) || isBeside(other))) {
    outside += 1;
    return;
  }
  unknown.set(`${from} ${nameOf(node)}`, [from, nameOf(node)]);
  const [file, line] = place(node.expression ?? node.tag ?? node.tagName).split(":");
  (skipped[file] ??= []).push([Number(line), Number(line)]);
}

/** A declaration of the repository's own, beside its sources, says nothing of what is run. */
const isBeside = (node) => {
  const file = path.normalize(node.getSourceFile().fileName);
  return file.startsWith(top + path.sep) && !file.includes(`${path.sep}node_modules${path.sep}`);
};

/** Of an overload, the implementation is what runs. */
function implementations(node) {
  if (node.body || ts.isClassLike(node) || ts.isMethodSignature(node)) return [register(node)];
  const symbol = node.name && checker.getSymbolAtLocation(node.name);
  const real = (symbol?.declarations ?? []).filter((other) => other.body);
  return (real.length ? real : [node]).map(register).filter(Boolean);
}

function visit(node) {
  if (isScope(node) && node.body) register(node);
  if (ts.isClassLike(node) && !node.members.some((member) => ts.isConstructorDeclaration(member))) register(node);
  if (ts.isMethodSignature(node)) register(node);
  if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node)) visitCall(node);
  else if ((ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) && /^[A-Z]|\./.test(node.tagName.getText())) visitCall(node);
  ts.forEachChild(node, visit);
}

for (const file of program.getSourceFiles()) {
  if (!isOwn(file)) continue;
  functions[place(file).replace(/:\d+$/, ":0")] = "<file>";
  visit(file);
}
const rows = { functions, calls: [...calls.values()].sort(), unknown: [...unknown.values()].sort(), skipped };
fs.writeFileSync(output, JSON.stringify(rows));
console.log(`${own.size} files, ${calls.size} calls, ${unknown.size} unknown, ${outside} calls of libraries`);
