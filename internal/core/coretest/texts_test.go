package coretest_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/texts"
)

// The site's texts are the only source: a text that was changed without `make generate` fails here.
func TestTextsAreThoseOfTheSite(t *testing.T) {
	t.Parallel()
	for _, language := range texts.Languages {
		for e := range fault.Catalogue() {
			f, err := fault.Again(e.Code, sampleValues(e))
			require.NoError(t, err)
			want := readLocale(t, language, "api")[e.Code]
			for _, p := range e.Placeholders {
				want = strings.ReplaceAll(want, "{{"+p.Name+"}}", sampleParams[p.Kind][language])
			}
			require.Equal(t, want, texts.Of(f, texts.Reader{Language: language, Currency: "KRW"}), "make generate")
		}
		for key, text := range readLocale(t, language, "point") {
			if kind, ok := strings.CutPrefix(key, "kind."); ok {
				require.Equal(t, text, texts.PointKind(kind, language), "make generate")
			}
		}
	}
}

// A member once read "below the deposit minimum (D-18)".
func TestNoReaderIsToldTheNumberOfARule(t *testing.T) {
	t.Parallel()
	rule := regexp.MustCompile(`[A-Z][-‑][0-9]|[{}]`)
	for _, language := range append([]string{""}, texts.Languages...) {
		for e := range fault.Catalogue() {
			f, err := fault.Again(e.Code, sampleValues(e))
			require.NoError(t, err)
			text := texts.Of(f, texts.Reader{Language: language, Currency: "VND"})
			require.NotEmpty(t, text)
			require.NotRegexp(t, rule, text)
		}
	}
}

func TestARefusalWithoutItsFiguresIsToldWithoutThem(t *testing.T) {
	t.Parallel()
	require.Equal(t, texts.Of(fault.Failed, texts.Reader{Language: "en"}), texts.Of(fault.DepositBelowMin, texts.Reader{Language: "en"}))
}

func TestReadersOfAnUnknownLanguageReadTheFirst(t *testing.T) {
	t.Parallel()
	require.Equal(t, texts.Of(fault.WrongPassword, texts.Reader{Language: "vn"}), texts.Of(fault.WrongPassword, texts.Reader{Language: "fr"}))
	require.Equal(t, texts.PointKind("other", "vn"), texts.PointKind("a.newer.kind", ""))
}

// The table is that of web/src/shared/i18n/fault.test.ts: the same figure is written in the same way on both sides.
func TestFiguresAreWrittenAsThePagesWriteThem(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("../texts/testdata/figures.json")
	require.NoError(t, err)
	var table []struct {
		Language, Currency, Code, Value, Want string
	}
	require.NoError(t, json.Unmarshal(b, &table, json.MatchCaseInsensitiveNames(true)))
	require.NotEmpty(t, table)
	for _, row := range table {
		f, err := fault.Again(row.Code, nil)
		require.NoError(t, err)
		name := f.Missing()[0]
		f = f.With(name, row.Value)
		want := strings.ReplaceAll(readLocale(t, row.Language, "api")[row.Code], "{{"+name+"}}", row.Want)
		require.Equal(t, want, texts.Of(f, texts.Reader{Language: row.Language, Currency: row.Currency}))
	}
}

// A member once read "50,000 KRW" in a message and 50,000원 on the page that it told of.
func TestAmountsStandAsTheLanguageWritesThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language, currency, want string
		amount                   money.Amount
	}{
		{"ko", "KRW", "0원", 0},
		{"ko", "KRW", "500,000원", 500_000},
		{"vn", "KRW", "500.000\u00a0₩", 500_000},
		{"vn", "VND", "12.345.678\u00a0₫", 12_345_678},
		{"vn", "USD", "1.234,50\u00a0$", 123_450},
		{"en", "USD", "$1,234.50", 123_450},
		{"jp", "KRW", "₩999", 999},
	} {
		require.Equal(t, c.want, texts.Reader{Language: c.language, Currency: c.currency}.Money(c.amount))
	}
}

// sampleParams is 1234000 as each kind of figure is written for a site in won, and its own text for the others.
var sampleParams = map[fault.Kind]map[string]string{
	fault.Amount: {"vn": "1.234.000\u00a0₩", "ko": "1,234,000원", "en": "₩1,234,000", "th": "₩1,234,000", "cn": "₩1,234,000", "jp": "₩1,234,000"},
	fault.Number: {"vn": "1.234.000", "ko": "1,234,000", "en": "1,234,000", "th": "1,234,000", "cn": "1,234,000", "jp": "1,234,000"},
	fault.Odds:   {"vn": "1.234", "ko": "1,234", "en": "1,234", "th": "1,234", "cn": "1,234", "jp": "1,234"},
	fault.Clock:  {"vn": "23:30", "ko": "23:30", "en": "23:30", "th": "23:30", "cn": "23:30", "jp": "23:30"},
	fault.Text:   {"vn": "Home", "ko": "Home", "en": "Home", "th": "Home", "cn": "Home", "jp": "Home"},
}

func sampleValues(e fault.Entry) map[string]string {
	out := map[string]string{}
	for _, p := range e.Placeholders {
		switch p.Kind {
		case fault.Clock, fault.Text:
			out[p.Name] = sampleParams[p.Kind]["en"]
		default:
			out[p.Name] = "1234000"
		}
	}
	return out
}

func readLocale(t *testing.T, language, namespace string) (out map[string]string) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("../../../web/src/shared/i18n/locales", language, namespace+".json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &out))
	return out
}
