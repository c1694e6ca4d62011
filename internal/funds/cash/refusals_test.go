package cash

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"hubstake/internal/operator/site"
)

func TestEveryLanguageHasEveryUsualReason(t *testing.T) {
	t.Parallel()
	require.Len(t, refusals, len(site.Defaults().Languages))
	seen := map[string]bool{}
	for _, lang := range site.Defaults().Languages {
		n := 0
		for _, k := range []Kind{In, Out} {
			for _, r := range usualReasons(k, lang, "en") {
				require.NotEmpty(t, r.Text, "%s %s", lang, r.Name)
				require.NotEmpty(t, r.Member)
				require.False(t, seen[r.Text], "two reasons read alike: %s", r.Text)
				require.Less(t, utf8.RuneCountInString(r.Text), 200)
				seen[r.Text] = true
				n++
			}
		}
		require.Len(t, refusals[lang], n, "a reason that no list has")
	}
	require.Equal(t, refusals["vn"][NotArrived], refusalText("", NotArrived))
	require.Equal(t, "own words", reason("en", "", "own words"))
	require.Equal(t, refusals["ko"][BankClosed]+"\nuntil 9", reason("ko", BankClosed, "until 9"))
	require.Equal(t, refusals["ko"][BankClosed], reason("ko", BankClosed, ""))
}
