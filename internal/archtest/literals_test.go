package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fieldsWithoutKeys is how many fields a literal of a struct may list without their names. Rows of constants may have more.
const fieldsWithoutKeys = 4

// structs adds the names of the struct types of a file.
func structs(f *ast.File, names map[string]bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		if spec, ok := n.(*ast.TypeSpec); ok {
			if _, ok := spec.Type.(*ast.StructType); ok {
				names[spec.Name.Name] = true
			}
		}
		return true
	})
}

// unkeyed returns the types of literals that list too many fields without their names.
func unkeyed(f *ast.File, structs map[string]bool) (found []string) {
	check := func(l *ast.CompositeLit, typ ast.Expr) {
		if sel, ok := typ.(*ast.SelectorExpr); ok {
			typ = sel.Sel
		}
		id, ok := typ.(*ast.Ident)
		named := slices.ContainsFunc(l.Elts, func(e ast.Expr) bool {
			_, keyed := e.(*ast.KeyValueExpr)
			_, constant := e.(*ast.BasicLit)
			return keyed || constant
		})
		if ok && structs[id.Name] && !named && len(l.Elts) > fieldsWithoutKeys {
			found = append(found, id.Name)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		list, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		check(list, list.Type)
		if array, ok := list.Type.(*ast.ArrayType); ok {
			for _, e := range list.Elts {
				if row, ok := e.(*ast.CompositeLit); ok && row.Type == nil {
					check(row, array.Elt)
				}
			}
		}
		return true
	})
	return found
}

// Neither a reader nor the compiler notices when two values of one type change places.
func TestLongLiteralsNameTheirFields(t *testing.T) {
	t.Parallel()
	planted, err := parser.ParseFile(token.NewFileSet(), "planted.go", `package planted
		type Five struct { A, B, C, D, E int }
		type List []int
		var x, y = Five{a, b, c, d, e}, planted.Five{A: a, B: b, C: c, D: d, E: e}
		var z = []Five{{a, b, c, d, e}, {1, b, c, d, e}}
		var n = List{a, b, c, d, e}`, parser.SkipObjectResolution)
	require.NoError(t, err)
	names := map[string]bool{}
	structs(planted, names)
	require.Equal(t, []string{"Five", "Five"}, unkeyed(planted, names))

	walk(t, ".", func(_ string, f *ast.File) { structs(f, names) })
	walk(t, ".", func(path string, f *ast.File) { require.Empty(t, unkeyed(f, names), path) })
}

var nolint = regexp.MustCompile(`//nolint:([a-z,]+)`)

// A directive for a linter that is off says nothing; nolintlint reports only those of linters that are on.
func TestSuppressedLintersAreOn(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, ".golangci.yml"))
	require.NoError(t, err)
	var on []string
	for _, m := range regexp.MustCompile(`(?m)^    - ([a-z]+)$`).FindAllStringSubmatch(string(text), -1) {
		on = append(on, m[1])
	}
	require.Contains(t, on, "nolintlint")
	check := func(code string) (off []string) {
		for _, m := range nolint.FindAllStringSubmatch(code, -1) {
			for _, linter := range strings.Split(m[1], ",") {
				if !slices.Contains(on, linter) {
					off = append(off, linter)
				}
			}
		}
		return off
	}
	require.Equal(t, []string{"wrapcheck"}, check("return err //nolint"+":gosec,wrapcheck"))
	for _, path := range goFiles(t, ".") {
		code, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Empty(t, check(string(code)), path)
	}
}
