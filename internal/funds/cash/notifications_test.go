package cash

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/texts"
	"hubstake/internal/operator/site"
)

func TestEveryLanguageHasEveryNotification(t *testing.T) {
	t.Parallel()
	require.Len(t, notifications, len(site.Defaults().Languages))
	for _, lang := range site.Defaults().Languages {
		for _, k := range []Kind{In, Out, PT} {
			for _, s := range []Status{Done, Refused} {
				title, content := notification(lang, k, s, 1_234_500, "KRW", "why {amount}")
				require.NotEmpty(t, title)
				require.Contains(t, content, texts.Reader{Language: lang, Currency: "KRW"}.Money(1_234_500))
				require.Equal(t, s == Refused, strings.Contains(content, "why {amount}"), "%s: a memo is taken as it is", content)
			}
		}
	}
	title, _ := notification("", In, Done, 1, "KRW", "")
	require.Equal(t, notifications["vn"][cause{In, Done}].title, title)
}
