package token

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
)

var allAudiences = []Audience{Member, Partner, Admin, Guest}

// library verifies tokens by the JWT library. A Verifier may be stricter, but must never accept what the library refuses.
type library struct {
	key    ed25519.PublicKey
	parser *jwt.Parser
}

func newLibrary(key ed25519.PublicKey, clk clock.Clock) library {
	return library{key, jwt.NewParser(
		jwt.WithValidMethods([]string{"EdDSA"}), jwt.WithIssuer(issuer), jwt.WithExpirationRequired(), jwt.WithIssuedAt(),
		jwt.WithLeeway(leeway), jwt.WithTimeFunc(clk.Now),
	)}
}

func (l library) verify(text string) (Claims, error) {
	var w wire
	_, err := l.parser.ParseWithClaims(text, &w, func(t *jwt.Token) (any, error) {
		if t.Header["typ"] != jwtType || t.Header["kid"] != "k1" {
			return nil, errors.New("header")
		}
		for _, h := range []string{"jku", "jwk", "x5u", "x5c", "crit"} {
			if _, has := t.Header[h]; has {
				return nil, errors.New("header " + h + " is not accepted")
			}
		}
		return l.key, nil
	})
	if err != nil {
		return Claims{}, err
	}
	if w.NotBefore == nil || w.IssuedAt == nil || w.SID == "" || w.Site == "" || len(w.Audience) != 1 || w.ExpiresAt.Sub(w.IssuedAt.Time) > Life {
		return Claims{}, errors.New("claims")
	}
	c := Claims{
		MemID: w.Subject, Site: w.Site, SID: w.SID, Topic: w.Topic, Gen: w.Gen, HubKey: w.HK, Audience: Audience(w.Audience[0]), Expires: w.ExpiresAt.Time,
	}
	if (c.Audience == Guest) != (c.MemID == "") {
		return Claims{}, errors.New("audience")
	}
	return c, nil
}

// verifiers returns ours and the library's for one key, with what signs any text for it.
func verifiers(tb testing.TB, clk clock.Clock) (*Signer, *Verifier, library, func(head, body string) string) {
	tb.Helper()
	seed := id.Key()
	s, err := NewSigner("k1="+base64.RawURLEncoding.EncodeToString(seed), clk)
	require.NoError(tb, err)
	v, err := NewVerifier([]string{s.Public()}, clk)
	require.NoError(tb, err)
	private := ed25519.NewKeyFromSeed(seed)
	sign := func(head, body string) string {
		text := base64.RawURLEncoding.EncodeToString([]byte(head)) + "." + base64.RawURLEncoding.EncodeToString([]byte(body))
		return text + "." + base64.RawURLEncoding.EncodeToString(ed25519.Sign(private, []byte(text)))
	}
	return s, v, newLibrary(private.Public().(ed25519.PublicKey), clk), sign
}

func TestWhateverASignerWritesIsRead(t *testing.T) {
	t.Parallel()
	clk := clock.NewManual(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	s, v, lib, _ := verifiers(t, clk)
	for _, memID := range []string{"kim01", "김철수", `a"b\c`, "<&>", "\u2028\t", "😀", "\x7f", strings.Repeat("x", 500)} {
		for _, in := range []Claims{
			{MemID: memID, Site: "demo", SID: "s", Topic: "t", Gen: 3, Audience: Member},
			{MemID: memID, Site: "demo", SID: "s", Gen: 1 << 40, Audience: Admin, Expires: clk.Now().Add(time.Minute)},
			{MemID: memID, Site: "demo", SID: "s", Topic: memID, Audience: Partner},
			{Site: "demo", SID: "s", HubKey: "sealed", Audience: Guest},
		} {
			text, exp, err := s.Sign(in)
			require.NoError(t, err)
			in.Expires = exp
			for range 2 { // the second time its signature is remembered
				got, err := v.Verify(text, allAudiences...)
				require.NoError(t, err, "%q", memID)
				require.True(t, exp.Equal(got.Expires))
				got.Expires = exp
				require.Equal(t, in, got)
			}
			_, err = lib.verify(text)
			require.NoError(t, err, "or the comparison proves nothing")
		}
	}
}

const (
	head = `{"alg":"EdDSA","kid":"k1","typ":"JWT"}`
	body = `{"iss":"hubstake","sub":"kim01","aud":["member"],"exp":1767326645,"nbf":1767323045,"iat":1767323045,"site":"demo","sid":"s","topic":"t","gen":3}`
)

// bent are tokens with a good signature that are not of our shape.
var bent = map[string][2]string{
	"blank in the header":  {`{"alg":"EdDSA", "kid":"k1","typ":"JWT"}`, body},
	"order of the header":  {`{"kid":"k1","alg":"EdDSA","typ":"JWT"}`, body},
	"none":                 {`{"alg":"none","kid":"k1","typ":"JWT"}`, body},
	"HS256":                {`{"alg":"HS256","kid":"k1","typ":"JWT"}`, body},
	"critical":             {`{"alg":"EdDSA","crit":["b64"],"kid":"k1","typ":"JWT"}`, body},
	"ticket":               {`{"alg":"EdDSA","kid":"k1","typ":"ws+ticket"}`, body},
	"other key":            {`{"alg":"EdDSA","kid":"k2","typ":"JWT"}`, body},
	"header twice":         {`{"alg":"none","alg":"EdDSA","kid":"k1","typ":"JWT"}`, body},
	"empty":                {head, ``},
	"null":                 {head, `null`},
	"no object":            {head, `[]`},
	"nothing said":         {head, `{}`},
	"blank":                {head, strings.Replace(body, ",", ", ", 1)},
	"line end":             {head, body + "\n"},
	"tail":                 {head, body + "{}"},
	"no end":               {head, body[:len(body)-1]},
	"comma at the end":     {head, body[:len(body)-1] + ",}"},
	"comma at the start":   {head, "{," + body[1:]},
	"unknown name":         {head, strings.Replace(body, `{`, `{"admin":"1",`, 1)},
	"twice":                {head, strings.Replace(body, `{`, `{"sub":"lee01",`, 1)},
	"twice by an escape":   {head, strings.Replace(body, `{`, `{"s\u0075b":"lee01",`, 1)},
	"capitals":             {head, strings.Replace(body, `"sid"`, `"SID"`, 1)},
	"issuer":               {head, strings.Replace(body, "hubstake", "other", 1)},
	"two audiences":        {head, strings.Replace(body, `["member"]`, `["member","admin"]`, 1)},
	"no audience":          {head, strings.Replace(body, `["member"]`, `[]`, 1)},
	"audience null":        {head, strings.Replace(body, `["member"]`, `null`, 1)},
	"number as a text":     {head, strings.Replace(body, `1767326645`, `"1767326645"`, 1)},
	"text as a number":     {head, strings.Replace(body, `"kim01"`, `1`, 1)},
	"exponent":             {head, strings.Replace(body, `1767326645`, `1.767326645e9`, 1)},
	"fraction":             {head, strings.Replace(body, `1767326645`, `1767326645.5`, 1)},
	"leading zero":         {head, strings.Replace(body, `1767326645`, `01767326645`, 1)},
	"below zero":           {head, strings.Replace(body, `1767323045`, `-1`, 1)},
	"far future":           {head, strings.Replace(body, `1767326645`, `99999999999999999999`, 1)},
	"generation too large": {head, strings.Replace(body, `"gen":3`, `"gen":18446744073709551617`, 1)},
	"control character":    {head, strings.Replace(body, "kim01", "kim\n01", 1)},
	"not UTF-8":            {head, strings.Replace(body, "kim01", "kim\xff", 1)},
	"escape without end":   {head, strings.Replace(body, `"kim01"`, `"kim01\"`, 1)},
	"unknown escape":       {head, strings.Replace(body, `"kim01"`, `"kim\x01"`, 1)},
	"no site":              {head, strings.Replace(body, `"site":"demo",`, ``, 1)},
	"no session":           {head, strings.Replace(body, `"sid":"s",`, ``, 1)},
	"empty session":        {head, strings.Replace(body, `"sid":"s",`, `"sid":"",`, 1)},
	"no end of life":       {head, strings.Replace(body, `"exp":1767326645,`, ``, 1)},
	"no beginning":         {head, strings.Replace(body, `"nbf":1767323045,`, ``, 1)},
	"not issued":           {head, strings.Replace(body, `"iat":1767323045,`, ``, 1)},
	"too long a life":      {head, strings.Replace(body, `1767326645`, `1767330246`, 1)},
}

func TestMalformedTokensAreRefusedDespiteValidSignature(t *testing.T) {
	t.Parallel()
	clk := clock.NewManual(time.Unix(1767323045, 0))
	_, v, lib, sign := verifiers(t, clk)
	good := sign(head, body)
	_, err := v.Verify(good, allAudiences...)
	require.NoError(t, err, "the reference must pass, or the rest proves nothing")
	_, err = lib.verify(good)
	require.NoError(t, err)
	for name, c := range bent {
		text := sign(c[0], c[1])
		for range 2 {
			_, err = v.Verify(text, allAudiences...)
			require.ErrorIs(t, err, ErrInvalid, name)
		}
		require.False(t, v.signed.has(digest(text)), name)
	}
	parts := strings.Split(good, ".")
	spare := parts[2][:len(parts[2])-1] + string(parts[2][len(parts[2])-1]+1) // the last character has four bits too many
	for name, text := range map[string]string{
		"no dot": strings.Join(parts, ""), "one dot": parts[0] + "." + parts[1] + parts[2], "a dot at the end": good + ".", "a dot before": "." + good,
		"four parts": good + "." + parts[2], "no signature": parts[0] + "." + parts[1] + ".", "spare bits": parts[0] + "." + parts[1] + "." + spare,
		"padding": good + "=", "line end": good + "\n", "line end within": parts[0] + "." + parts[1] + ".\n" + parts[2],
	} {
		_, err := v.Verify(text, allAudiences...)
		require.ErrorIs(t, err, ErrInvalid, name)
	}
}

// FuzzClaims signs whatever comes: what our parser accepts the library accepts too, and both read the same.
func FuzzClaims(f *testing.F) {
	clk := clock.NewManual(time.Unix(1767323045, 0))
	_, v, lib, sign := verifiers(f, clk)
	f.Add(head, body, 0)
	f.Add(head, strings.Replace(body, `["member"]`, `"member"`, 1), -31)
	f.Add(head, strings.Replace(body, `"kim01"`, `"kim\u00301"`, 1), 3600)
	for _, c := range bent {
		f.Add(c[0], c[1], 0)
	}
	f.Fuzz(func(t *testing.T, head, body string, after int) {
		clk.Set(time.Unix(1767323045+int64(after%10000), 0))
		text := sign(head, body)
		got, err := v.Verify(text, allAudiences...)
		if err != nil {
			return
		}
		want, err := lib.verify(text)
		require.NoError(t, err, "the library refuses %s.%s", head, body)
		require.True(t, want.Expires.Equal(got.Expires))
		want.Expires = got.Expires
		require.Equal(t, want, got, fmt.Sprint(body))
	})
}

func BenchmarkVerify(b *testing.B) {
	s, v, lib, _ := verifiers(b, clock.System{})
	text, _, err := s.Sign(Claims{MemID: "kim01", Site: "demo", SID: id.New(), Topic: id.New(), Gen: 3, Audience: Member})
	require.NoError(b, err)
	b.Run("known signature", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, err = v.Verify(text, Member)
		}
	})
	b.Run("library", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, err = lib.verify(text)
		}
	})
	require.NoError(b, err)
}
