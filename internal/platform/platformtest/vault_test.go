package platformtest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/vault"
)

func TestASecretOpensForItsPurposeAndOwnerOnly(t *testing.T) {
	t.Parallel()
	v, err := vault.New([32]byte{1})
	require.NoError(t, err)
	sealed := v.Seal("totp", "alice", []byte("secret"))
	require.NotEqual(t, sealed, v.Seal("totp", "alice", []byte("secret")), "each time another nonce")

	got, err := v.Open("totp", "alice", sealed)
	require.NoError(t, err)
	require.Equal(t, "secret", string(got))

	other, err := vault.New([32]byte{2})
	require.NoError(t, err)
	both, err := vault.New([32]byte{2}, [32]byte{1})
	require.NoError(t, err)
	got, err = both.Open("totp", "alice", sealed)
	require.NoError(t, err, "the key before opens")
	require.Equal(t, "secret", string(got))
	again, err := both.Reseal("totp", "alice", sealed)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(again, other.KeyID()+"."))
	_, err = other.Open("totp", "alice", again)
	require.NoError(t, err, "without the key before")

	for what, open := range map[string]func() ([]byte, error){
		"another owner":   func() ([]byte, error) { return v.Open("totp", "bob", sealed) },
		"another purpose": func() ([]byte, error) { return v.Open("hubkey", "alice", sealed) },
		"another key":     func() ([]byte, error) { return other.Open("totp", "alice", sealed) },
		"cut short":       func() ([]byte, error) { return v.Open("totp", "alice", sealed[:8]) },
		"nothing":         func() ([]byte, error) { return v.Open("totp", "alice", "") },
		"not base64url":   func() ([]byte, error) { return v.Open("totp", "alice", v.KeyID()+".%%%") },
	} {
		_, err := open()
		require.ErrorContains(t, err, ": ", what)
		require.NotContains(t, err.Error(), "secret")
	}
}
