package token_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
)

var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func pair(t *testing.T) (*clock.Manual, ed25519.PrivateKey, *token.Signer, *token.Verifier) {
	t.Helper()
	clk := clock.NewManual(start)
	seed := id.Key()
	s, err := token.NewSigner("k1="+base64.RawURLEncoding.EncodeToString(seed), clk)
	require.NoError(t, err)
	v, err := token.NewVerifier([]string{s.Public()}, clk)
	require.NoError(t, err)
	return clk, ed25519.NewKeyFromSeed(seed), s, v
}

func TestSignAndVerify(t *testing.T) {
	t.Parallel()
	clk, _, s, v := pair(t)
	in := token.Claims{MemID: "kim01", Site: "demo", SID: "s", Topic: "t", Gen: 3, Audience: token.Member}
	text, exp, err := s.Sign(in)
	require.NoError(t, err)
	require.True(t, exp.Equal(start.Add(token.Life)))
	got, err := v.Verify(text, token.Member)
	require.NoError(t, err)
	in.Expires = exp
	require.Equal(t, in, func() token.Claims { got.Expires = got.Expires.UTC(); return got }())
	_, err = v.Verify(text, token.Admin, token.Partner)
	require.ErrorIs(t, err, token.ErrInvalid, "a member's token opens nothing else")
	clk.Advance(token.Life + 29*time.Second)
	_, err = v.Verify(text, token.Member)
	require.NoError(t, err, "30 s of leeway")
	clk.Advance(2 * time.Second)
	_, err = v.Verify(text, token.Member)
	require.ErrorIs(t, err, token.ErrInvalid, "expired by 31 s")
}

func TestForgedTokensAreRefused(t *testing.T) {
	t.Parallel()
	_, key, s, v := pair(t)
	good := jwt.MapClaims{
		"iss": "hubstake", "sub": "kim01", "aud": "member", "site": "demo", "sid": "s",
		"iat": start.Unix(), "nbf": start.Unix(), "exp": start.Add(time.Hour).Unix(),
	}
	with := func(k string, val any) jwt.MapClaims {
		c := jwt.MapClaims{}
		for a, b := range good {
			c[a] = b
		}
		if val == nil {
			delete(c, k)
		} else {
			c[k] = val
		}
		return c
	}
	sign := func(m jwt.SigningMethod, k any, head map[string]any, c jwt.Claims) string {
		tk := jwt.NewWithClaims(m, c)
		tk.Header["kid"] = "k1"
		for a, b := range head {
			if tk.Header[a] = b; b == nil {
				delete(tk.Header, a)
			}
		}
		text, err := tk.SignedString(k)
		require.NoError(t, err)
		return text
	}
	_, err := v.Verify(sign(jwt.SigningMethodEdDSA, key, nil, good), token.Member)
	require.NoError(t, err, "the reference must pass, or the rest proves nothing")

	other := ed25519.NewKeyFromSeed(id.Key())
	public, _ := strings.CutPrefix(s.Public(), "k1=")
	for name, text := range map[string]string{
		"empty": "", "rubbish": "a.b.c", "too long": strings.Repeat("a", 10<<10),
		"none":            sign(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nil, good),
		"HS256 by public": sign(jwt.SigningMethodHS256, []byte(public), nil, good),
		"lower case alg":  sign(jwt.SigningMethodEdDSA, key, map[string]any{"alg": "eddsa"}, good),
		"alg list":        sign(jwt.SigningMethodEdDSA, key, map[string]any{"alg": []string{"EdDSA"}}, good),
		"other key":       sign(jwt.SigningMethodEdDSA, other, nil, good),
		"path kid":        sign(jwt.SigningMethodEdDSA, key, map[string]any{"kid": "../../dev/null"}, good),
		"sql kid":         sign(jwt.SigningMethodEdDSA, key, map[string]any{"kid": "' or 1=1--"}, good),
		"number kid":      sign(jwt.SigningMethodEdDSA, key, map[string]any{"kid": 1}, good),
		"jku":             sign(jwt.SigningMethodEdDSA, key, map[string]any{"jku": "https://evil.test"}, good),
		"no typ":          sign(jwt.SigningMethodEdDSA, key, map[string]any{"typ": nil}, good),
		"ticket":          sign(jwt.SigningMethodEdDSA, key, map[string]any{"typ": "ws+ticket"}, good),
		"lower case typ":  sign(jwt.SigningMethodEdDSA, key, map[string]any{"typ": "jwt"}, good),
		"number typ":      sign(jwt.SigningMethodEdDSA, key, map[string]any{"typ": 1}, good),
		"jwk":             sign(jwt.SigningMethodEdDSA, key, map[string]any{"jwk": map[string]any{}}, good),
		"issuer":          sign(jwt.SigningMethodEdDSA, key, nil, with("iss", "other")),
		"no exp":          sign(jwt.SigningMethodEdDSA, key, nil, with("exp", nil)),
		"no aud":          sign(jwt.SigningMethodEdDSA, key, nil, with("aud", nil)),
		"two aud":         sign(jwt.SigningMethodEdDSA, key, nil, with("aud", []string{"member", "admin"})),
		"no sid":          sign(jwt.SigningMethodEdDSA, key, nil, with("sid", nil)),
		"no site":         sign(jwt.SigningMethodEdDSA, key, nil, with("site", nil)),
		"no member":       sign(jwt.SigningMethodEdDSA, key, nil, with("sub", nil)),
		"no nbf":          sign(jwt.SigningMethodEdDSA, key, nil, with("nbf", nil)),
		"future nbf":      sign(jwt.SigningMethodEdDSA, key, nil, with("nbf", start.Add(time.Minute).Unix())),
		"future iat":      sign(jwt.SigningMethodEdDSA, key, nil, with("iat", start.Add(time.Minute).Unix())),
		"too long a life": sign(jwt.SigningMethodEdDSA, key, nil, with("exp", start.Add(121*time.Minute).Unix())),
	} {
		_, err := v.Verify(text, token.Member)
		require.ErrorIs(t, err, token.ErrInvalid, name)
	}
}
