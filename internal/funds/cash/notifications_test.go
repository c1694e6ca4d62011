package cash

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
	"hubstake/internal/operator/site"
)

func TestEveryLanguageHasEveryNotification(t *testing.T) {
	t.Parallel()
	require.Len(t, notifications, len(site.Defaults().Languages))
	for _, lang := range site.Defaults().Languages {
		for _, k := range []Kind{In, Out} {
			for _, s := range []Status{Done, Refused} {
				title, content := notification(lang, k, s, 1_234_500, "KRW", "why {amount}")
				require.NotEmpty(t, title)
				require.Contains(t, content, shown(lang, 1_234_500, "KRW"))
				require.Equal(t, s == Refused, strings.Contains(content, "why {amount}"), "%s: a memo is taken as it is", content)
			}
		}
	}
	title, _ := notification("", In, Done, 1, "KRW", "")
	require.Equal(t, notifications["vn"][cause{In, Done}].title, title)
}

func TestAmountsAreShownAsTheLanguageGroupsThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang, currency, want string
		amount               money.Amount
	}{
		{"ko", "KRW", "999 KRW", 999},
		{"en", "KRW", "1,000 KRW", 1_000},
		{"vn", "VND", "12.345.678 VND", 12_345_678},
		{"en", "USD", "1,234.50 USD", 123_450},
		{"vn", "USD", "1.234,50 USD", 123_450},
	} {
		require.Equal(t, c.want, shown(c.lang, c.amount, c.currency))
	}
}
