// What Go's type checker says of the calls of a module: `go run go_calls.go ROOT OUTPUT [PACKAGE...]`, see README.md.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
)

// source is what `go list` says of a package.
type source struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string
	DepOnly         bool
}

// truth is a truth set as truth.py describes it.
type truth struct {
	Functions map[string]string   `json:"functions"`
	Calls     [][3]string         `json:"calls"`
	Unknown   [][2]string         `json:"unknown"`
	Skipped   map[string][][2]int `json:"skipped"`
}

// reader checks packages, those that others import first, and collects their calls.
type reader struct {
	root    string
	files   *token.FileSet
	checked map[string]*types.Package
	names   map[string]string
	calls   map[[2]string]string
	unknown map[[2]string]bool
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "go run go_calls.go ROOT OUTPUT [PACKAGE...]")
		os.Exit(2)
	}
	root, err := filepath.EvalSymlinks(os.Args[1])
	must(err)
	root, err = filepath.Abs(root)
	must(err)
	patterns := os.Args[3:]
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	all := &reader{root, token.NewFileSet(), map[string]*types.Package{"unsafe": types.Unsafe},
		map[string]string{}, map[[2]string]string{}, map[[2]string]bool{}}
	for _, found := range list(root, patterns) {
		if found.ImportPath != "unsafe" {
			all.checked[found.ImportPath] = all.check(found)
		}
	}
	all.write(os.Args[2])
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// list returns the packages and what they import, what is imported first.
func list(root string, patterns []string) []source {
	command := exec.Command("go", append([]string{"list", "-e", "-deps", "-json"}, patterns...)...)
	command.Dir, command.Stderr = root, os.Stderr
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	output, err := command.StdoutPipe()
	must(err)
	must(command.Start())
	var found []source
	for decoder := json.NewDecoder(output); ; {
		var one source
		if err := decoder.Decode(&one); errors.Is(err, io.EOF) {
			break
		} else {
			must(err)
		}
		found = append(found, one)
	}
	must(command.Wait())
	return found
}

// check type-checks some files of a package, and collects calls unless others only need its declarations.
func (r *reader) check(found source) *types.Package {
	var files []*ast.File
	for _, name := range found.GoFiles {
		file, err := parser.ParseFile(r.files, filepath.Join(found.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		if file != nil {
			files = append(files, file)
		}
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}}
	checker := types.Config{IgnoreFuncBodies: found.DepOnly, FakeImportC: true, Importer: importer{r, found.ImportMap},
		Error: func(err error) {
			if !found.DepOnly {
				fmt.Fprintln(os.Stderr, err)
			}
		}}
	checked, _ := checker.Check(found.ImportPath, r.files, files, info)
	if !found.DepOnly {
		for _, file := range files {
			if ast.IsGenerated(file) {
				continue
			}
			r.declarations(file)
			for _, declaration := range file.Decls {
				r.walk(info, declaration, r.caller(declaration))
			}
		}
	}
	return checked
}

// importer finds the packages that were checked before.
type importer struct {
	reader  *reader
	renamed map[string]string
}

func (i importer) Import(path string) (*types.Package, error) {
	if other, ok := i.renamed[path]; ok {
		path = other
	}
	if found := i.reader.checked[path]; found != nil {
		return found, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

// declarations notes the functions of a file, and the methods of its interfaces.
func (r *reader) declarations(file *ast.File) {
	for _, declaration := range file.Decls {
		if function, ok := declaration.(*ast.FuncDecl); ok {
			r.names[r.key(function.Name.Pos())] = function.Name.Name
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		if found, ok := node.(*ast.InterfaceType); ok {
			for _, method := range found.Methods.List {
				for _, name := range method.Names {
					r.names[r.key(name.Pos())] = name.Name
				}
			}
		}
		return true
	})
}

func (r *reader) caller(declaration ast.Decl) string {
	if function, ok := declaration.(*ast.FuncDecl); ok {
		return r.key(function.Name.Pos())
	}
	path, _, _ := strings.Cut(r.key(declaration.Pos()), ":")
	return path + ":0"
}

// key returns where something stands, as `path:line` below the root; what stands elsewhere has none.
func (r *reader) key(position token.Pos) string {
	place := r.files.Position(position)
	path, err := filepath.Rel(r.root, place.Filename)
	if err != nil || strings.HasPrefix(path, "..") {
		return ""
	}
	return fmt.Sprintf("%s:%d", filepath.ToSlash(path), place.Line)
}

// walk collects the calls of a declaration; what a function literal calls counts for the function around.
func (r *reader) walk(info *types.Info, declaration ast.Node, caller string) {
	literals := []token.Pos{}
	called := map[*ast.FuncLit]bool{}
	ast.Inspect(declaration, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.CallExpr:
			if literal, ok := ast.Unparen(node.Fun).(*ast.FuncLit); ok {
				called[literal] = true
			}
			inside := len(literals) > 0 && node.Pos() < literals[len(literals)-1]
			r.call(info, node, caller, inside)
		case *ast.FuncLit:
			if !called[node] {
				literals = append(literals, max(node.End(), last(literals)))
			}
		}
		return true
	})
}

func last(ends []token.Pos) token.Pos {
	if len(ends) == 0 {
		return token.NoPos
	}
	return ends[len(ends)-1]
}

func (r *reader) call(info *types.Info, call *ast.CallExpr, caller string, inside bool) {
	name := callee(call.Fun)
	if name == nil || info.Types[call.Fun].IsType() {
		return
	}
	function, ok := info.Uses[name].(*types.Func)
	if !ok {
		if _, builtin := info.Uses[name].(*types.Builtin); !builtin {
			r.unknown[[2]string{caller, name.Name}] = true
		}
		return
	}
	target := r.key(function.Origin().Pos())
	if target == "" {
		return
	}
	group := "direct"
	if receiver := function.Signature().Recv(); receiver != nil && types.IsInterface(receiver.Type()) {
		group = "interface"
	}
	if inside {
		group = "literal"
	}
	if ends := [2]string{caller, target}; r.calls[ends] != "direct" {
		r.calls[ends] = group
	}
}

// callee returns the name that a call is made by.
func callee(called ast.Expr) *ast.Ident {
	switch called := ast.Unparen(called).(type) {
	case *ast.Ident:
		return called
	case *ast.SelectorExpr:
		return called.Sel
	case *ast.IndexExpr:
		return callee(called.X)
	case *ast.IndexListExpr:
		return callee(called.X)
	}
	return nil
}

func (r *reader) write(output string) {
	set := truth{r.names, [][3]string{}, [][2]string{}, map[string][][2]int{}}
	for ends, group := range r.calls {
		if _, known := r.names[ends[1]]; known {
			set.Calls = append(set.Calls, [3]string{ends[0], ends[1], group})
		}
	}
	for row := range r.unknown {
		set.Unknown = append(set.Unknown, row)
	}
	sort.Slice(set.Calls, func(i, j int) bool {
		return strings.Join(set.Calls[i][:], " ") < strings.Join(set.Calls[j][:], " ")
	})
	sort.Slice(set.Unknown, func(i, j int) bool {
		return strings.Join(set.Unknown[i][:], " ") < strings.Join(set.Unknown[j][:], " ")
	})
	text, err := json.MarshalIndent(set, "", "")
	must(err)
	must(os.WriteFile(output, append(text, '\n'), 0o666))
}
