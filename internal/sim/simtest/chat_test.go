package simtest_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/sim/chat"
)

var chatNow = time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)

func publicKeyText(k ed25519.PrivateKey) string {
	return base64.RawURLEncoding.EncodeToString(k.Public().(ed25519.PublicKey))
}

func TestOnlyTheOperatorsSignatureIsBelieved(t *testing.T) {
	t.Parallel()
	key, other := ed25519.NewKeyFromSeed(make([]byte, 32)), ed25519.NewKeyFromSeed([]byte("another seed of thirty-two bytes"))
	desk, err := chat.NewDesk("c1", []string{"k0=" + publicKeyText(other), "k1=" + publicKeyText(key)}, clock.NewManual(chatNow))
	require.NoError(t, err)
	good := func() jwt.MapClaims {
		return jwt.MapClaims{
			"iss": "hubstake", "aud": "c1", "sub": "kim01@demo", "member": "kim01", "site": "demo", "name": "Kim",
			"iat": chatNow.Unix(), "exp": chatNow.Add(time.Hour).Unix(),
		}
	}
	sign := func(method jwt.SigningMethod, kid string, with any, change func(jwt.MapClaims)) string {
		c := good()
		change(c)
		token := jwt.NewWithClaims(method, c)
		token.Header["kid"] = kid
		text, err := token.SignedString(with)
		require.NoError(t, err)
		return text
	}
	as := func(name string, v any) func(jwt.MapClaims) { return func(c jwt.MapClaims) { c[name] = v } }
	same := func(jwt.MapClaims) {}

	v, err := desk.Visitor(sign(jwt.SigningMethodEdDSA, "k1", key, same))
	require.NoError(t, err)
	require.Equal(t, chat.Visitor{CustomerID: "kim01@demo", Member: "kim01", Site: "demo", Name: "Kim"}, v)
	require.Contains(t, desk.Reply(v, " "), "Kim")
	require.NotEqual(t, desk.Reply(v, ""), desk.Reply(v, "help"))

	for why, token := range map[string]string{
		"nothing":             "",
		"a foreign key":       sign(jwt.SigningMethodEdDSA, "k1", other, same),
		"an unknown key":      sign(jwt.SigningMethodEdDSA, "k9", key, same),
		"no signature":        sign(jwt.SigningMethodNone, "k1", jwt.UnsafeAllowNoneSignatureType, same),
		"a public key as key": sign(jwt.SigningMethodHS256, "k1", []byte(key.Public().(ed25519.PublicKey)), same),
		"expired":             sign(jwt.SigningMethodEdDSA, "k1", key, as("exp", chatNow.Add(-time.Second).Unix())),
		"endless":             sign(jwt.SigningMethodEdDSA, "k1", key, func(c jwt.MapClaims) { delete(c, "exp") }),
		"of tomorrow":         sign(jwt.SigningMethodEdDSA, "k1", key, as("iat", chatNow.Add(24*time.Hour).Unix())),
		"for another client":  sign(jwt.SigningMethodEdDSA, "k1", key, as("aud", "c2")),
		"by another issuer":   sign(jwt.SigningMethodEdDSA, "k1", key, as("iss", "somebody")),
		"of somebody else":    sign(jwt.SigningMethodEdDSA, "k1", key, as("sub", "lee01@demo")),
		"of no site":          sign(jwt.SigningMethodEdDSA, "k1", key, as("site", "")),
	} {
		_, err := desk.Visitor(token)
		require.ErrorIs(t, err, chat.ErrIdentity, why)
	}
}

func TestADeskNeedsItsClientAndItsKeys(t *testing.T) {
	t.Parallel()
	key := publicKeyText(ed25519.NewKeyFromSeed(make([]byte, 32)))
	for _, bad := range []struct {
		client string
		keys   []string
	}{{"", []string{"k=" + key}}, {"c1", nil}, {"c1", []string{key}}, {"c1", []string{"k=short"}}} {
		_, err := chat.NewDesk(bad.client, bad.keys, clock.System{})
		require.Error(t, err)
	}
}
