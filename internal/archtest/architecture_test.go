package archtest

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, path))
	require.NoError(t, err)
	return string(text)
}

// tree lists all files and folders of the repository except hidden ones and node_modules, relative to its root.
func tree(t *testing.T) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if e.IsDir() && rel != "." && (e.Name() == "node_modules" || e.Name() == "dist" || strings.HasPrefix(e.Name(), ".")) {
			return fs.SkipDir
		}
		paths = append(paths, filepath.ToSlash(rel))
		return err
	})
	require.NoError(t, err)
	return paths
}

var (
	span     = regexp.MustCompile("`([^`\\s]+)`")
	link     = regexp.MustCompile(`\]\(([^)#\s]+)`)
	ourPath  = regexp.MustCompile(`^(?:api|deployments|hub|internal|loadtest|monitoring|web|workers)/[\w./@*-]+$`)
	testName = regexp.MustCompile(`\.(?:Test|Fuzz|Benchmark)\w+$`) // behind the path of its package; the tests of api look for it
	fileName = regexp.MustCompile(`^[\w./*-]*\w\.(?:go|md|ts|tsx|css|sql|lua|tsv|yml|yaml)$`)
)

// missing returns what a document of the folder dir names but all does not hold: links, paths from the root, and names of files.
func missing(text, dir string, all []string) (names []string) {
	exists := func(name string, within bool) bool {
		name = strings.TrimSuffix(strings.TrimPrefix(name, "./"), "/")
		pattern := regexp.QuoteMeta(name)
		pattern = strings.ReplaceAll(pattern, `\*`, `[^/]*`)
		if within {
			pattern = `(?:.*/)?` + pattern
		}
		return slices.ContainsFunc(all, regexp.MustCompile("^"+pattern+"$").MatchString)
	}
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		if name := m[1]; !strings.Contains(name, ":") && !exists(filepath.ToSlash(filepath.Join(dir, name)), false) {
			names = append(names, name)
		}
	}
	for _, m := range span.FindAllStringSubmatch(text, -1) {
		switch name := testName.ReplaceAllString(m[1], ""); {
		case ourPath.MatchString(name):
			if !exists(name, true) {
				names = append(names, name)
			}
		case fileName.MatchString(name) && !strings.HasPrefix(name, "/"):
			if !exists(strings.TrimLeft(name, "./"), true) {
				names = append(names, name)
			}
		}
	}
	return names
}

// elsewhere are names in documents that are no files of the repository, with the reason.
var elsewhere = map[string]string{
	"web/dist":    "written by the build of the site",
	"members.tsv": "written by make members",
	"samples.tsv": "written by make soak-hub",
}

func TestPathsInDocumentsExist(t *testing.T) {
	t.Parallel()
	all := tree(t)
	require.Equal(t, []string{"gone.md", "internal/vendors", "nowhere.go"},
		missing("[a](../README.md) [b](gone.md) `internal/vendors` `internal/core/money` `nowhere.go` `arch_test.go`", "internal", all))
	used := map[string]bool{}
	for _, path := range all {
		if filepath.Ext(path) != ".md" {
			continue
		}
		for _, name := range missing(read(t, path), filepath.Dir(path), all) {
			used[name] = true
			assert.Contains(t, elsewhere, name, "%s names %s, which does not exist", path, name)
		}
	}
	for name := range elsewhere {
		require.True(t, used[name], "no document names %s: remove it from the list", name)
	}
}

// rows returns the cells of each row of the tables of a section.
func rows(section string) (cells [][]string) {
	for _, line := range strings.Split(section, "\n") {
		if strings.HasPrefix(line, "| ") {
			cells = append(cells, strings.Split(strings.Trim(line, "| "), " | "))
		}
	}
	return cells
}

// section returns the text of ARCHITECTURE.md below the headings that begin with title.
func section(t *testing.T, title string) string {
	t.Helper()
	var out strings.Builder
	for _, part := range strings.Split(read(t, "ARCHITECTURE.md"), "\n## ") {
		if strings.HasPrefix(part, title) {
			out.WriteString(part + "\n")
		}
	}
	require.NotEmpty(t, out.String())
	return out.String()
}

// TestWalksNameWhatExists reads each row of a walk as a file and names that it declares.
func TestWalksNameWhatExists(t *testing.T) {
	t.Parallel()
	steps := 0
	for _, row := range rows(section(t, "Walk ")) {
		file := strings.Trim(row[0], "`")
		if file == "file" {
			continue
		}
		code := read(t, file)
		for _, m := range span.FindAllStringSubmatch(row[1], -1) {
			steps++
			declared := regexp.MustCompile(`(?:func (?:\([^)]*\) )?|FUNCTION |function |const |class |type |async |private |(?m:^  ))` + m[1] + `\b`)
			require.True(t, declared.MatchString(code), "%s declares no %s", file, m[1])
		}
	}
	require.Greater(t, steps, 60)
}

var (
	created = regexp.MustCompile(`(?m)^CREATE (?:UNLOGGED )?TABLE ([a-z_]+) \(`)
	renamed = regexp.MustCompile(`(?m)^ALTER TABLE ([a-z_]+) RENAME TO ([a-z_]+)`)
	dropped = regexp.MustCompile(`(?m)^DROP TABLE (?:IF EXISTS )?([a-z_]+)`)
)

// tables returns the tables that the migrations leave, partitions aside.
func tables(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "internal/platform/pg/migrations/*.sql"))
	require.NoError(t, err)
	slices.Sort(files)
	all := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range created.FindAllStringSubmatch(string(text), -1) {
			all[m[1]] = true
		}
		for _, m := range renamed.FindAllStringSubmatch(string(text), -1) {
			require.True(t, all[m[1]], m[0])
			delete(all, m[1])
			all[m[2]] = true
		}
		for _, m := range dropped.FindAllStringSubmatch(string(text), -1) {
			delete(all, m[1])
		}
	}
	return slices.Sorted(maps.Keys(all))
}

func TestTablesByOwnerAreListed(t *testing.T) {
	t.Parallel()
	area := domains(t)
	area["idempotency"], area["schema"] = "access", "platform"
	folder := func(owner string) string {
		if owner == "schema" {
			return "platform/pg"
		}
		return area[owner] + "/" + owner
	}
	want := map[string][]string{}
	for _, table := range tables(t) {
		owner := ownerOf(table)
		require.NotEmpty(t, area[owner], "%s has no owner", table)
		key := "internal/" + folder(owner)
		want[key] = append(want[key], table)
	}
	listed := map[string][]string{}
	for _, row := range rows(section(t, "Tables by owner")) {
		if row[0] == "owner" {
			continue
		}
		for _, m := range span.FindAllStringSubmatch(row[1], -1) {
			listed[strings.Trim(row[0], "`")] = append(listed[strings.Trim(row[0], "`")], m[1])
		}
	}
	if !maps.EqualFunc(want, listed, slices.Equal) {
		var table strings.Builder
		for _, owner := range slices.Sorted(maps.Keys(want)) {
			table.WriteString("| `" + owner + "` | `" + strings.Join(want[owner], "`, `") + "` |\n")
		}
		t.Fatalf("the table of ARCHITECTURE.md must be:\n%s", table.String())
	}
}

var arrow = regexp.MustCompile(`(?m)^  (\w+) --> (\w+)$`)

func TestDrawingsShowTheRules(t *testing.T) {
	t.Parallel()
	drawings := strings.Split(section(t, "Import rules"), "```mermaid\n")
	require.Len(t, drawings, 3)

	drawn := map[string][]string{}
	for _, m := range arrow.FindAllStringSubmatch(strings.Split(drawings[1], "```")[0], -1) {
		drawn[m[1]] = append(drawn[m[1]], m[2])
	}
	var reach func(from string, seen map[string]bool)
	reach = func(from string, seen map[string]bool) {
		for _, to := range drawn[from] {
			if !seen[to] {
				seen[to] = true
				reach(to, seen)
			}
		}
	}
	for layer, may := range layers {
		if layer == "sql" || layer == "testkit" || layer == "archtest" { // embedded files; only for tests
			continue
		}
		reached := map[string]bool{layer: true}
		reach(layer, reached)
		allowed := slices.DeleteFunc(slices.Clone(may), func(l string) bool { return l == "sql" })
		require.ElementsMatch(t, allowed, slices.Collect(maps.Keys(reached)), "the arrows of %s", layer)
	}

	shown := map[string][]string{"operator": {}}
	for _, m := range arrow.FindAllStringSubmatch(drawings[2], -1) {
		shown[m[1]] = append(shown[m[1]], m[2])
	}
	require.Equal(t, areas, shown)
}
