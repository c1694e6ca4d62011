package credential

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCommonPasswords(t *testing.T) { // D-03
	t.Parallel()
	for _, p := range []string{
		"password1", "Password1", "qwer1234", "qwerty123", "abc123", "1q2w3e4r", "a123456", "admin123", "iloveyou1", "123abc", "passw0rd",
		"p@ssw0rd1", "monkey1987", "1qaz2wsx", "password123!", "welcome2024", "tkfkd1004", "matkhau123", "123456a", "qwe123",
	} {
		require.True(t, Common(p), p)
	}
	for _, p := range []string{"Sesame77", "k3ystone-lamp", "tr0ubad0ur", "blue7horse2", "Pass1234"} {
		require.False(t, Common(p), p)
	}
	require.GreaterOrEqual(t, len(commonWords)*len(commonNumbers)+len(commonWalks), 3000)
}
