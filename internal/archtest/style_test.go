package archtest

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// phrases are words and idioms that a reader stumbles over, with what to write instead.
var phrases = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`(?i)\btells? whether\b`), "reports whether"},
	{regexp.MustCompile(`(?i)\b(?:nobody|somebody|whoever|whomever|whosoever)\b`), "the actor: the caller, a member, another node, an operator"},
	{regexp.MustCompile(`(?i)\banew\b|\bonce more\b`), "again"},
	{regexp.MustCompile(`(?i)\bput(?:s|ting)? away\b`), "archive"},
	{regexp.MustCompile(`(?i)\binside of\b`), "within, in"},
	{regexp.MustCompile(`(?i)\balso (?:if|when)\b`), "even if"},
	{regexp.MustCompile(`(?i)\b(?:is|are|was|were) none\b`), "the positive: is not a …, is absent"},
	{regexp.MustCompile(`(?i)\bha(?:s|ve|d) to have been\b`), "must"},
	{regexp.MustCompile(`(?i)\b(?:log-ins?|log-outs?|sign-ups?|hand-shakes?|heart-beats?|fail-overs?|time-outs?|back-offs?|look-ups?|set-ups?|roll-backs?)\b`), "the noun in one word: login, signup, timeout"},
}

// thereIsNone is plain English: "nil if there is none".
var thereIsNone = regexp.MustCompile(`(?i)\bthere (?:is|are|was|were) none\b`)

// relative matches a sentence that begins with a relative clause without an antecedent: "What waits is written".
var relative = regexp.MustCompile(`(?:^|[.;:!?]\s+)(What|Whatever|Who|Whom|Whose|Whoever)\s+[a-z][^.?!]*[.?!;:]?`)

// stumbles returns what a text contains of phrases and of sentences that begin with a free relative. name is the name that a doc
// comment explains and may begin with; questions are fine.
func stumbles(text, name string) (found []string) {
	text = strings.Join(strings.Fields(thereIsNone.ReplaceAllString(text, "there is no such thing")), " ")
	for _, p := range phrases {
		for _, m := range p.pattern.FindAllString(text, -1) {
			found = append(found, m+" (write "+p.instead+")")
		}
	}
	for _, m := range relative.FindAllStringSubmatch(text, -1) {
		if m[1] != name && !strings.HasSuffix(m[0], "?") {
			found = append(found, strings.TrimSpace(m[0])+" (begin with the subject)")
		}
	}
	return found
}

// allowed are texts in which a refused word is right, by file, with the reason.
var allowed = map[string]map[string]string{
	"ARCHITECTURE.md": {
		"put away": "the glossary names the words that were replaced",
	},
}

var (
	codeSpan   = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	generated  = regexp.MustCompile(`(?s)<!-- (?:endpoints|codes|decisions) -->.*?<!-- /`) // tables in the words of the specification
	heading    = regexp.MustCompile(`(?m)^#+ .*$`)                                         // a title is no sentence
	sqlComment = regexp.MustCompile(`(?m)^\s*--.*$`)
	tsComment  = regexp.MustCompile(`(?s)/\*.*?\*/|(?m:(?:^|\s)//.*$)`)
)

// paragraph is a piece of prose of a file.
type paragraph struct{ text, name string }

// prose returns the comments of a file, or its text when it is a document.
func prose(t *testing.T, path string) (all []paragraph) {
	t.Helper()
	text := read(t, path)
	switch filepath.Ext(path) {
	case ".go":
		return goProse(t, path, text)
	case ".md":
		text = heading.ReplaceAllString(codeSpan.ReplaceAllString(generated.ReplaceAllString(text, ""), "``"), "")
		for _, part := range regexp.MustCompile(`\n\s*\n|\n\s*[-*|] |\n#+ | \| `).Split(text, -1) {
			all = append(all, paragraph{strings.TrimLeft(part, "#*- |\n"), ""})
		}
	case ".sql", ".lua":
		all = append(all, joined(sqlComment.FindAllString(text, -1), "- \t")...)
	case ".ts", ".tsx":
		for _, m := range tsComment.FindAllString(text, -1) {
			lines := strings.Split(m, "\n")
			for i := range lines {
				lines[i] = strings.Trim(lines[i], "/* \t")
			}
			all = append(all, paragraph{strings.Join(lines, " "), ""})
		}
	}
	return all
}

// joined makes one paragraph of lines of comments, without the characters of their beginning.
func joined(lines []string, lead string) []paragraph {
	for i := range lines {
		lines[i] = strings.TrimLeft(lines[i], lead)
	}
	return []paragraph{{strings.Join(lines, " "), ""}}
}

func goProse(t *testing.T, path, text string) (all []paragraph) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments|parser.SkipObjectResolution)
	require.NoError(t, err)
	if ast.IsGenerated(f) {
		return nil
	}
	names := map[*ast.CommentGroup]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			names[n.Doc] = n.Name.Name
			if strings.HasPrefix(n.Name.Name, "Test") {
				all = append(all, paragraph{humps.ReplaceAllString(humps.ReplaceAllString(n.Name.Name, "$1$3 $2$4"), "$1$3 $2$4"), ""})
			}
		case *ast.GenDecl:
			if spec, ok := n.Specs[0].(*ast.TypeSpec); ok {
				names[n.Doc] = spec.Name.Name
			}
		}
		return true
	})
	for _, c := range f.Comments {
		all = append(all, paragraph{codeSpan.ReplaceAllString(c.Text(), "``"), names[c]})
	}
	return all
}

func TestWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"tells whether it is so": 1, "nil if there is none": 0, "an answer that is none to XREAD": 1, "What waits is written.": 1, "a: What waits": 1,
		"What is this?": 0, "Done. Who is late waits.": 1, "the time-out of a login": 1, "whatever comes": 0,
	} {
		require.Len(t, stumbles(text, ""), want, text)
	}
	require.Empty(t, stumbles("Who is the acting member.", "Who"))

	used := map[string]bool{}
	for _, path := range tree(t) {
		if !slices.Contains([]string{".go", ".md", ".sql", ".lua", ".ts", ".tsx"}, filepath.Ext(path)) ||
			strings.HasPrefix(path, "internal/platform/pg/migrations/") || path == "internal/archtest/style_test.go" { // frozen; this file
			continue
		}
		for _, p := range prose(t, path) {
			for _, s := range stumbles(p.text, p.name) {
				word, _, _ := strings.Cut(s, " (")
				if allowed[path][strings.ToLower(word)] != "" {
					used[path+strings.ToLower(word)] = true
					continue
				}
				assert.Fail(t, s, path)
			}
		}
	}
	for path, words := range allowed {
		for word := range maps.Keys(words) {
			assert.True(t, used[path+word], "%s no longer says %s: remove it from the list", path, word)
		}
	}
}

func TestWordsOfUsers(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(root, "web/src/shared/i18n/locales/en/*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		rel, err := filepath.Rel(root, file)
		require.NoError(t, err)
		var texts any
		require.NoError(t, json.Unmarshal([]byte(read(t, rel)), &texts))
		leaves(texts, func(text string) {
			for _, p := range phrases[:len(phrases)-1] { // a sign-up keeps its hyphen on a page, and titles may begin with What
				assert.NotRegexp(t, p.pattern, text, "%s: write %s", rel, p.instead)
			}
		})
	}
}

// leaves calls do for each text of a decoded JSON value.
func leaves(v any, do func(string)) {
	switch v := v.(type) {
	case string:
		do(v)
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			leaves(v[k], do)
		}
	case []any:
		for _, e := range v {
			leaves(e, do)
		}
	}
}
