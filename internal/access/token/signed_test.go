package token

import (
	"encoding/base64"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
)

func TestASignatureThatIsRememberedVouchesForNoOtherToken(t *testing.T) {
	t.Parallel()
	clk := clock.System{}
	s, err := NewSigner("k1="+base64.RawURLEncoding.EncodeToString(id.Key()), clk)
	require.NoError(t, err)
	v, err := NewVerifier([]string{s.Public()}, clk)
	require.NoError(t, err)
	text, _, err := s.Sign(Claims{MemID: "kim01", Site: "demo", SID: "s", Topic: "t", Audience: Member})
	require.NoError(t, err)
	for range 2 {
		_, err = v.Verify(text, Member)
		require.NoError(t, err)
	}
	require.True(t, v.signed.has(digest(text)))
	head, rest, _ := strings.Cut(text, ".")
	body, signature, _ := strings.Cut(rest, ".")
	plain, err := base64.RawURLEncoding.DecodeString(body)
	require.NoError(t, err)
	other := base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(string(plain), "kim01", "lee01", 1)))
	bits, err := base64.RawURLEncoding.DecodeString(signature)
	require.NoError(t, err)
	bits[0] ^= 1
	bent := base64.RawURLEncoding.EncodeToString(bits)
	for _, forged := range []string{head + "." + other + "." + signature, head + "." + body + "." + bent, text + "A"} {
		_, err = v.Verify(forged, Member)
		require.ErrorIs(t, err, ErrInvalid)
		require.False(t, v.signed.has(digest(forged)))
	}
}

func TestRememberedSignaturesAreBounded(t *testing.T) {
	t.Parallel()
	s := newSigned(10)
	often := digest("often")
	s.add(often)
	for i := range 1000 {
		s.add(digest(strconv.Itoa(i)))
		require.LessOrEqual(t, len(s.young)+len(s.old), 20)
		if i%5 == 0 {
			require.True(t, s.has(often), "who comes again and again stays")
		}
	}
	require.False(t, s.has(digest("0")))
}
