package coretest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/code"
)

func TestACodeIsRecognisedHoweverItWasTyped(t *testing.T) {
	t.Parallel()
	c := code.New()
	require.Regexp(t, `^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$`, c)
	require.NotEqual(t, c, code.New())
	kept := code.Hash("a", c)
	for _, typed := range []string{
		strings.ToLower(c), strings.ReplaceAll(c, "-", ""), " " + strings.ReplaceAll(c, "-", " ") + "\n",
		strings.NewReplacer("O", "0", "I", "1", "B", "8").Replace(c),
	} {
		require.Equal(t, kept, code.Hash("a", typed), typed)
	}
	require.NotEqual(t, kept, code.Hash("b", c), "a code serves one purpose")
	require.NotEqual(t, kept, code.Hash("a", c[1:]))
}
