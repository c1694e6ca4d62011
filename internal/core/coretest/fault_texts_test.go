package coretest_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
)

const localesFolder = "../../../web/src/shared/i18n/locales"

// isWrittenIn tells that a text is written in its language and was not left in another one.
var isWrittenIn = map[string]func(string) bool{
	"vn": contains(regexp.MustCompile(`[ăâđêôơưạ-ỹàáèéìíòóùúýĐ]`)),
	"ko": contains(regexp.MustCompile(`\p{Hangul}`)),
	"en": func(s string) bool { return strings.IndexFunc(s, isForeign) < 0 },
	"th": contains(regexp.MustCompile(`\p{Thai}`)),
	"cn": func(s string) bool { return han.MatchString(s) && !kana.MatchString(s) },
	"jp": contains(kana),
}

var (
	han         = regexp.MustCompile(`\p{Han}`)
	kana        = regexp.MustCompile(`[\p{Hiragana}\p{Katakana}]`)
	placeholder = regexp.MustCompile(`\{\{([A-Za-z]+)\}\}`)
)

func contains(r *regexp.Regexp) func(string) bool { return r.MatchString }

func isForeign(r rune) bool { return unicode.IsLetter(r) && r > unicode.MaxLatin1 }

// TestEveryCodeHasItsTextInAllSixLanguages fails the build for a new code without its Vietnamese text,
// for a text whose placeholders differ from the catalogue's, and for a text of no code.
func TestEveryCodeHasItsTextInAllSixLanguages(t *testing.T) {
	t.Parallel()
	for lang, written := range isWrittenIn {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			order, texts := readTexts(t, filepath.Join(localesFolder, lang, "api.json"))
			var want []string
			for e := range fault.Catalogue() {
				want = append(want, e.Code)
				checkText(t, e, texts[e.Code], written)
				if lang != "th" { // Thai ends a sentence with nothing
					require.Contains(t, ".。", lastRune(texts[e.Code]), "%s: a whole sentence", e.Code)
				}
			}
			require.Equal(t, want, order, "the order of the catalogue, each code once")
		})
	}
}

func checkText(t *testing.T, e fault.Entry, text string, written func(string) bool) {
	t.Helper()
	require.NotEmpty(t, text, e.Code)
	require.Equal(t, strings.TrimSpace(text), text, e.Code)
	require.LessOrEqual(t, utf8.RuneCountInString(text), 170, "%s: too long for a phone", e.Code)
	plain := placeholder.ReplaceAllString(text, "")
	require.True(t, written(plain), "%s: not in its language: %s", e.Code, text)
	require.NotContains(t, plain, e.Code, "%s: a member reads words, not codes", e.Code)
	require.NotRegexp(t, `[{}]`, plain, "%s: a broken placeholder", e.Code)
	require.NotRegexp(t, `[0-9]`, plain, "%s: a number of a rule belongs to the options", e.Code)

	var got, want []string
	for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
		got = append(got, m[1])
	}
	for _, p := range e.Placeholders {
		want = append(want, p.Name)
	}
	slices.Sort(got)
	slices.Sort(want)
	require.Equal(t, want, slices.Compact(got), "%s: %s", e.Code, text)
}

func lastRune(s string) string {
	r, _ := utf8.DecodeLastRuneInString(s)
	return string(r)
}

// readTexts keeps the order of the keys, and with it a key that stands twice.
func readTexts(t *testing.T, path string) (order []string, texts map[string]string) {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &texts), path)
	d := json.NewDecoder(bytes.NewReader(b))
	_, err = d.Token()
	require.NoError(t, err)
	for d.More() {
		key, err := d.Token()
		require.NoError(t, err)
		order = append(order, key.(string))
		_, err = d.Token()
		require.NoError(t, err)
	}
	return order, texts
}
