package accounttest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/personal"
	"hubstake/internal/platform/config"
)

func newBox(t *testing.T, k personal.Keys) *personal.Box {
	t.Helper()
	b, err := personal.New(k)
	require.NoError(t, err)
	return b
}

func TestAValueOpensInItsColumnAndRowOnly(t *testing.T) { // S-98
	t.Parallel()
	b := newBox(t, personal.Keys{Seal: config.Key{1}, Index: config.Key{2}})
	sealed, err := b.Seal(personal.MemberPhone, "alice", "+821012345678")
	require.NoError(t, err)
	require.NotContains(t, sealed, "12345678")
	require.True(t, b.Current(sealed))
	got, err := b.Open(personal.MemberPhone, "alice", "", sealed)
	require.NoError(t, err)
	require.Equal(t, "+821012345678", got)

	_, err = b.Open(personal.MemberPhone, "bob", "", sealed)
	require.ErrorContains(t, err, "sealed for another owner")
	_, err = b.Open(personal.MemberAccount, "alice", "", sealed)
	require.ErrorContains(t, err, "sealed for another owner")
	_, err = newBox(t, personal.Keys{Seal: config.Key{9}, Index: config.Key{2}}).Open(personal.MemberPhone, "alice", "", sealed)
	require.ErrorContains(t, err, "sealed under a key that is not in the settings")
	require.NotContains(t, err.Error(), "12345678")

	after := newBox(t, personal.Keys{Seal: config.Key{9}, SealAccepted: []config.Key{{1}}, Index: config.Key{2}})
	got, err = after.Open(personal.MemberPhone, "alice", "", sealed)
	require.NoError(t, err, "under the key of before")
	require.Equal(t, "+821012345678", got)
	require.False(t, after.Current(sealed))
}

func TestPlainAndEmptyValuesNeedNoKey(t *testing.T) {
	t.Parallel()
	var none *personal.Box
	got, err := none.Open(personal.MemberName, "alice", "Kim Minsu", "")
	require.NoError(t, err)
	require.Equal(t, "Kim Minsu", got)
	sealed, err := none.Seal(personal.MemberName, "alice", "")
	require.NoError(t, err)
	require.Empty(t, sealed)
	require.Equal(t, []string{"1"}, none.Forms(personal.Phone, "1"))
	require.Empty(t, none.Indexes(personal.Phone, "1"))

	_, err = none.Open(personal.MemberName, "alice", "", "key.text")
	require.ErrorContains(t, err, "no keys")
	_, err = none.Seal(personal.MemberName, "alice", "Kim Minsu")
	require.ErrorContains(t, err, "no keys")
	_, err = none.Index(personal.Name, "kim")
	require.ErrorContains(t, err, "no keys")
	_, err = none.Text(personal.Phone, "1")
	require.ErrorContains(t, err, "no keys")
}

func TestAnIndexIsOfItsKindValueAndKey(t *testing.T) {
	t.Parallel()
	b := newBox(t, personal.Keys{Seal: config.Key{1}, Index: config.Key{2}, IndexAccepted: []config.Key{{3}}})
	index := func(b *personal.Box, k personal.Kind, value string) string {
		sum, err := b.Index(k, value)
		require.NoError(t, err)
		require.Len(t, sum, 16)
		return string(sum)
	}
	phone := index(b, personal.Phone, "12345678")
	require.Equal(t, phone, index(b, personal.Phone, "12345678"))
	require.NotEqual(t, phone, index(b, personal.Account, "12345678"))
	require.NotEqual(t, phone, index(b, personal.Phone, "12345679"))
	require.NotEqual(t, index(b, personal.Phone, " tail1"), index(b, personal.PhoneTail, "1"), "kind and value do not run together")
	before := newBox(t, personal.Keys{Seal: config.Key{1}, Index: config.Key{3}})
	require.Equal(t, [][]byte{[]byte(phone), []byte(index(before, personal.Phone, "12345678"))}, b.Indexes(personal.Phone, "12345678"))
	was, err := before.Text(personal.Phone, "12345678")
	require.NoError(t, err)
	require.Contains(t, b.Forms(personal.Phone, "12345678"), was)
	require.NotContains(t, was, "12345678")
}
