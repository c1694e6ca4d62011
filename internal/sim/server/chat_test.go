package server

import (
	"crypto/ed25519"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/sim/chat"
)

// chatKey signs as the operator of tests does.
var chatKey = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))

func TestTheChatAnswersWhomTheOperatorSigned(t *testing.T) {
	t.Parallel()
	s := newShop(t, "production")
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, jwt.MapClaims{
		"iss": "hubstake", "aud": "c1", "sub": "kim01@demo", "member": "kim01", "site": "demo", "name": "Kim", "exp": time.Now().Add(time.Minute).Unix(),
	})
	token.Header["kid"] = "k1"
	text, err := token.SignedString(chatKey)
	require.NoError(t, err)
	var a ChatAnswer
	require.Equal(t, 200, s.post("/v1/chat", ChatRequest{text, "hello"}, false, &a))
	require.Equal(t, chat.Visitor{CustomerID: "kim01@demo", Member: "kim01", Site: "demo", Name: "Kim"}, a.Visitor)
	require.Contains(t, a.Reply, "Kim")
	var r refusal
	require.Equal(t, 401, s.post("/v1/chat", ChatRequest{text + "A", "hello"}, false, &r))
	require.Equal(t, "IDENTITY", r.Code)
	require.Equal(t, 422, s.post("/v1/chat", ChatRequest{text, strings.Repeat("x", maxChat+1)}, false, &r))
}

func TestTheChatHasAWindow(t *testing.T) {
	t.Parallel()
	s := newShop(t, "production")
	for address, lang := range map[string]string{"/chat?lang=ko": "ko", "/chat?lang=jp": "ja", "/chat": "en"} {
		a, page := s.get(address)
		require.Equal(t, 200, a.StatusCode)
		require.Contains(t, page, `<html lang="`+lang+`"`, address)
		require.Equal(t, "no-store", a.Header.Get("Cache-Control"))
	}
}
