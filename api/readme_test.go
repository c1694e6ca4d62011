package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/api/server"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
)

var update = flag.Bool("update", false, "write the tables of README.md")

// specification lies beside the tree on some machines. There the copies in testdata are compared with it.
const specification = "../../shared/spec/"

// later are the parts of the product to which an endpoint, a code or a decision may still be left. Finished lines name tests
// instead.
var later = []string{"partner", "vendor", "sports", "minigame", "web", "promos", "site", "staff", "hub"}

// rows reads a table of testdata without its head.
func rows(t *testing.T, path string, columns int) [][]string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	var out [][]string
	for _, line := range strings.Split(strings.TrimSpace(string(b)), "\n")[1:] {
		row := strings.Split(line, "\t")
		require.Len(t, row, columns, "%s: %s", path, line)
		out = append(out, row)
	}
	return out
}

// beside reads a file of the specification; the test is skipped where it does not lie beside the tree.
func beside(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(specification + name)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the specification does not lie beside the tree")
	}
	require.NoError(t, err)
	return string(b)
}

func TestTheKeptEndpointsAreTheSpecification(t *testing.T) {
	t.Parallel()
	var want, got []string
	for _, line := range strings.Split(strings.TrimSpace(beside(t, "endpoints.tsv")), "\n")[1:] {
		want = append(want, strings.Split(line, "\t")[1])
	}
	for _, r := range rows(t, "testdata/endpoints.tsv", 2) {
		got = append(got, r[0])
	}
	require.Equal(t, want, got)
}

func TestTheKeptDecisionsAreTheSpecification(t *testing.T) {
	t.Parallel()
	var want, got [][]string
	for _, m := range regexp.MustCompile(`(?m)^\| (D-\d\d) \| (.*?) \| `).FindAllStringSubmatch(beside(t, "decisions.md"), -1) {
		want = append(want, m[1:])
	}
	for _, r := range rows(t, "testdata/decisions.tsv", 3) {
		got = append(got, r[:2])
	}
	require.Equal(t, want, got)
}

// Every code of the catalogue is reached by a test that names it, or is left to a part of the product that is still to come.
func TestEveryCodeIsCovered(t *testing.T) {
	t.Parallel()
	covered, names := map[string]string{}, map[string]string{}
	var want, got []string
	for e := range fault.Catalogue() {
		want, names[e.Code] = append(want, e.Code), e.Name
	}
	for _, r := range rows(t, "testdata/codes.tsv", 2) {
		got, covered[r[0]] = append(got, r[0]), r[1]
	}
	require.Equal(t, want, got, "testdata/codes.tsv has a line for each code, in the order of the catalogue")
	for code, by := range covered {
		named := regexp.MustCompile(`\b(` + regexp.QuoteMeta(code) + `|fault\.` + names[code] + `)\b`)
		for _, proof := range proofs(t, code, by) {
			require.True(t, named.MatchString(proof), "%s: %s does not name it", code, by)
		}
	}
}

func TestEveryDecisionIsCovered(t *testing.T) {
	t.Parallel()
	for _, r := range rows(t, "testdata/decisions.tsv", 3) {
		proofs(t, r[0], r[2])
	}
}

// proofs returns the text of each test that by names: "internal/funds/cash.TestX", or a file of the site. It is empty for what is
// left to a later part.
func proofs(t *testing.T, what, by string) (texts []string) {
	t.Helper()
	if part, ok := strings.CutPrefix(by, "later: "); ok {
		require.Contains(t, later, part, what)
		return nil
	}
	require.NotEmpty(t, by, what)
	for name := range strings.FieldsSeq(by) {
		if strings.HasPrefix(name, "web/") {
			b, err := os.ReadFile("../" + name)
			require.NoError(t, err, what)
			texts = append(texts, string(b))
			continue
		}
		text := testText(t, name)
		require.NotEmpty(t, text, "%s: there is no test %s", what, name)
		texts = append(texts, text)
	}
	return texts
}

// testText is the source of a test, "folder.TestName", from its comment to its end.
func testText(t *testing.T, name string) string {
	t.Helper()
	folder, test, ok := strings.Cut(name, ".")
	require.True(t, ok, name)
	files, err := fs.Glob(os.DirFS("../"+folder), "*_test.go")
	require.NoError(t, err)
	for _, f := range files {
		b, err := os.ReadFile("../" + folder + "/" + f)
		require.NoError(t, err)
		at := regexp.MustCompile(`(?m)(^//.*\n)*^func ` + test + `\(`).FindIndex(b)
		if at == nil {
			continue
		}
		text := string(b[at[0]:])
		end := strings.Index(text, "\n}\n")
		require.Positive(t, end, name)
		return text[:end]
	}
	return ""
}

// README.md has three tables between markers; `go test ./api -update` writes them.
func TestTheReadmeTicksOffTheSpecification(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("README.md")
	require.NoError(t, err)
	readme := string(b)
	for name, table := range map[string]string{"endpoints": endpoints(t), "codes": codes(t), "decisions": decisions(t)} {
		begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->"
		from, to := strings.Index(readme, begin), strings.Index(readme, end)
		require.True(t, from > 0 && to > from, "README.md has no place for the %s", name)
		readme = readme[:from+len(begin)] + table + readme[to:]
	}
	if *update {
		require.NoError(t, os.WriteFile("README.md", []byte(readme), 0o644))
		return
	}
	require.Equal(t, readme, string(b), "stale: go test ./api -update")
}

// endpoints fails when an endpoint of the specification has neither a route nor a part that brings it later.
func endpoints(t *testing.T) string {
	t.Helper()
	routes := server.Routes(server.Services{})
	var out strings.Builder
	out.WriteString("| | endpoint | also as | for |\n|---|---|---|---|\n")
	for _, row := range rows(t, "testdata/endpoints.tsv", 2) {
		path := row[0]
		i := slices.IndexFunc(routes, func(r httpx.Route) bool { return r.Path == path || slices.Contains(r.Aliases, path) })
		if i < 0 {
			part, ok := strings.CutPrefix(row[1], "later: ")
			require.True(t, ok && slices.Contains(later, part), "%s has no route", path)
			fmt.Fprintf(&out, "| | `%s` | | with %s |\n", path, part)
			continue
		}
		also := make([]string, 0, 1)
		for _, p := range append([]string{routes[i].Path}, routes[i].Aliases...) {
			if p != path {
				also = append(also, "`"+p+"`")
			}
		}
		fmt.Fprintf(&out, "| ✓ | `%s` | %s | %s |\n", path, strings.Join(also, " "), routes[i].Access)
	}
	return out.String()
}

func codes(t *testing.T) string {
	t.Helper()
	var out strings.Builder
	out.WriteString("| | code | meaning | reached by |\n|---|---|---|---|\n")
	meaning := map[string]string{}
	for e := range fault.Catalogue() {
		meaning[e.Code] = e.Meaning
	}
	for _, r := range rows(t, "testdata/codes.tsv", 2) {
		tick, by := ticked(r[1])
		fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", tick, r[0], meaning[r[0]], by)
	}
	return out.String()
}

func decisions(t *testing.T) string {
	t.Helper()
	var out strings.Builder
	out.WriteString("| | decision | about | held by |\n|---|---|---|---|\n")
	for _, r := range rows(t, "testdata/decisions.tsv", 3) {
		tick, by := ticked(r[2])
		fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", tick, r[0], r[1], by)
	}
	return out.String()
}

// ticked shows what covers a line of a table: only tests tick it off.
func ticked(by string) (tick, shown string) {
	if part, ok := strings.CutPrefix(by, "later: "); ok {
		return "", "with " + part
	}
	return "✓", "`" + strings.Join(strings.Fields(by), "` `") + "`"
}
