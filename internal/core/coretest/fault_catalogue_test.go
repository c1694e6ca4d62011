package coretest_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
)

// specifiedCodes is the product's own list. It is not part of the tree: where it lies beside it, the list
// kept in testdata is held against it.
const specifiedCodes = "../../../../shared/spec/codes.tsv"

// addedCodes are the codes that the specification's table does not have, with the decision that adds them.
var addedCodes = []string{"U033", "U034", "U035", "U036", "U037", "U038", "U039", "U040", "U041", "U042", "U043", "U044", "U045", "U046", "U047", "U050", "U051", "U055", "U056", "U060", "U061", "U062", "U063", "U064", "U065", "B6006", "C029", "C030", "C031", "C032", "C033", "C034", "C035"} // D-64, S-84, S-101, S-04, D-46, S-85, S-103; B6006: the selections of a folder; C029 to C031: what partners pay and recall (D-53, D-27, D-28); C032: a debt (D-74); C033: turnover that is open again

func TestTheCatalogueHasTheCodesOfTheSpecificationInItsOrder(t *testing.T) {
	t.Parallel()
	var got []string
	for e := range fault.Catalogue() {
		got = append(got, e.Code)
	}
	require.Equal(t, readCodes(t, "testdata/codes.tsv"), got)
}

func TestTheKeptListIsTheSpecification(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(specifiedCodes); errors.Is(err, fs.ErrNotExist) {
		t.Skip("the specification does not lie beside the tree")
	}
	kept := slices.DeleteFunc(readCodes(t, "testdata/codes.tsv"), func(c string) bool { return slices.Contains(addedCodes, c) })
	require.Equal(t, readCodes(t, specifiedCodes), kept)
}

func TestALineOfTheCatalogueIsWhole(t *testing.T) {
	t.Parallel()
	names, seen := map[string]string{}, map[string]bool{}
	for e := range fault.Catalogue() {
		require.False(t, seen[e.Code], "%s stands twice", e.Code)
		seen[e.Code] = true
		names[e.Name] = e.Code
		require.NotEmpty(t, e.Meaning, e.Code)
		needs := map[string]bool{}
		for _, p := range e.Placeholders {
			require.False(t, needs[p.Name], "%s has %s twice", e.Code, p.Name)
			needs[p.Name] = true
		}
	}
	require.Equal(t, readVariables(t), names)
}

// readVariables reads catalogue.go: variable → code, and demands that each line spells its own name.
func readVariables(t *testing.T) map[string]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../fault/catalogue.go", nil, 0)
	require.NoError(t, err)
	found := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		call, ok := spec.Values[0].(*ast.CallExpr)
		require.True(t, ok)
		require.Equal(t, spec.Names[0].Name, unquote(t, call.Args[0]))
		found[spec.Names[0].Name] = unquote(t, call.Args[1])
		return false
	})
	return found
}

func unquote(t *testing.T, e ast.Expr) string {
	t.Helper()
	lit, ok := e.(*ast.BasicLit)
	require.True(t, ok)
	s, err := strconv.Unquote(lit.Value)
	require.NoError(t, err)
	return s
}

func readCodes(t *testing.T, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	var list []string
	for _, line := range strings.Split(strings.TrimSpace(string(b)), "\n")[1:] {
		code, _, tab := strings.Cut(line, "\t")
		require.True(t, tab, line)
		list = append(list, code)
	}
	return list
}
