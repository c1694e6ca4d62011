package drand_test

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/beacon"
	"hubstake/internal/feed/drand"
)

// The answer of the public API for a round of quicknet.
const (
	number = 657_413
	answer = `{"round":657413,"randomness":"fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587",` +
		`"signature":"b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b"}`
	info = `{"public_key":"83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc2` +
		`2b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a","period":3,"genesis_time":1692803367,` +
		`"hash":"52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971","schemeID":"bls-unchained-g1-rfc9380"}`
)

// server answers each question alike and counts them.
func server(t *testing.T, status int, text string) (address string, asked *[]string) {
	t.Helper()
	asked = &[]string{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked = append(*asked, r.Method+" "+r.URL.Path)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}))
	t.Cleanup(srv.Close)
	return srv.URL, asked
}

func client(t *testing.T, bases ...string) *drand.Client {
	t.Helper()
	c := drand.New(beacon.Quicknet(), bases)
	t.Cleanup(c.Close)
	return c
}

func TestARoundIsVerifiedBeforeItIsReturned(t *testing.T) {
	t.Parallel()
	address, asked := server(t, http.StatusOK, answer)
	c := client(t, address+"/")
	require.Equal(t, beacon.Quicknet(), c.Network())
	r, err := c.Round(t.Context(), number)
	require.NoError(t, err)
	require.EqualValues(t, number, r.Number)
	require.Equal(t, "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587", hex.EncodeToString(r.Randomness[:]))
	require.Len(t, r.Signature, beacon.SignatureSize)
	require.Equal(t, []string{"GET /" + beacon.Quicknet().Hash + "/public/657413"}, *asked)
}

func TestAnswersThatAreNotTheRoundAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		text   string
		want   error
	}{
		"not out":              {http.StatusNotFound, "", drand.ErrEarly},
		"too early":            {http.StatusTooEarly, answer, drand.ErrEarly},
		"refused":              {http.StatusForbidden, answer, drand.ErrDown},
		"too many":             {http.StatusTooManyRequests, answer, drand.ErrDown},
		"broken":               {http.StatusBadGateway, answer, drand.ErrDown},
		"another status":       {http.StatusNoContent, "", drand.ErrDown},
		"not JSON":             {http.StatusOK, "<html>", drand.ErrDown},
		"nothing":              {http.StatusOK, "", drand.ErrDown},
		"too large":            {http.StatusOK, answer + strings.Repeat(" ", 16<<10), drand.ErrDown},
		"empty":                {http.StatusOK, "{}", drand.ErrForged},
		"another round":        {http.StatusOK, strings.Replace(answer, "657413", "657414", 1), drand.ErrForged},
		"another signature":    {http.StatusOK, strings.Replace(answer, "b713", "b714", 1), drand.ErrForged},
		"another randomness":   {http.StatusOK, strings.Replace(answer, "fc18", "fc19", 1), drand.ErrForged},
		"signature of letters": {http.StatusOK, strings.Replace(answer, "b713", "b71g", 1), drand.ErrForged},
		"no randomness":        {http.StatusOK, strings.Replace(answer, `"randomness"`, `"other"`, 1), drand.ErrForged},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address, _ := server(t, c.status, c.text)
			r, err := client(t, address).Round(t.Context(), number)
			require.ErrorIs(t, err, c.want)
			require.ErrorContains(t, err, address)
			require.Zero(t, r)
			for _, other := range []error{drand.ErrEarly, drand.ErrDown, drand.ErrForged} {
				require.Equal(t, errors.Is(c.want, other), errors.Is(err, other), "%v", err)
			}
		})
	}
}

func TestTheNextAddressIsAskedWhenOneFails(t *testing.T) {
	t.Parallel()
	down, _ := server(t, http.StatusInternalServerError, "")
	early, _ := server(t, http.StatusNotFound, "")
	forger, _ := server(t, http.StatusOK, strings.Replace(answer, "b713", "b714", 1))
	good, asked := server(t, http.StatusOK, answer)
	after, never := server(t, http.StatusOK, answer)
	r, err := client(t, down, early, forger, "http://127.0.0.1:1", good, after).Round(t.Context(), number)
	require.NoError(t, err)
	require.EqualValues(t, number, r.Number)
	require.Len(t, *asked, 1)
	require.Empty(t, *never)

	_, err = client(t, down, early, forger).Round(t.Context(), number)
	require.ErrorIs(t, err, drand.ErrEarly)
	require.ErrorIs(t, err, drand.ErrDown)
	require.ErrorIs(t, err, drand.ErrForged)
	_, err = client(t).Round(t.Context(), number)
	require.ErrorIs(t, err, drand.ErrDown)
	_, err = client(t, "http://a b").Round(t.Context(), number)
	require.ErrorIs(t, err, drand.ErrDown)
}

func TestARedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	good, asked := server(t, http.StatusOK, answer)
	srv := httptest.NewServer(http.RedirectHandler(good, http.StatusFound))
	t.Cleanup(srv.Close)
	_, err := client(t, srv.URL).Round(t.Context(), number)
	require.ErrorIs(t, err, drand.ErrDown)
	require.Empty(t, *asked)
}

func TestAQuestionEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}))
	t.Cleanup(srv.Close)
	good, asked := server(t, http.StatusOK, answer)
	_, err := client(t, srv.URL, good).Round(ctx, number)
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, *asked, "no other address is asked after the end")
}

func TestTheNetworkIsCompared(t *testing.T) {
	t.Parallel()
	good, asked := server(t, http.StatusOK, info)
	require.NoError(t, client(t, good).Check(t.Context()))
	require.Equal(t, []string{"GET /" + beacon.Quicknet().Hash + "/info"}, *asked)
	for _, change := range [][2]string{{"83cf", "83ce"}, {`"period":3`, `"period":30`}, {"1692803367", "1692803368"}, {info, "{}"}} {
		other, _ := server(t, http.StatusOK, strings.Replace(info, change[0], change[1], 1))
		require.ErrorIs(t, client(t, other).Check(t.Context()), drand.ErrNetwork)
		require.NoError(t, client(t, other, good).Check(t.Context()), "one that agrees is enough")
	}
	broken, _ := server(t, http.StatusOK, "[]")
	require.ErrorIs(t, client(t, broken).Check(t.Context()), drand.ErrDown)
}

func TestAnotherNetworkIsAskedByItsHash(t *testing.T) {
	t.Parallel()
	signer, err := beacon.NewSigner(make([]byte, 32))
	require.NoError(t, err)
	signature := signer.Sign(7)
	randomness := beacon.Randomness(signature)
	address, asked := server(t, http.StatusOK, fmt.Sprintf(`{"round":7,"randomness":"%x","signature":"%x"}`, randomness, signature))
	c := drand.New(signer.Network(), []string{address})
	t.Cleanup(c.Close)
	r, err := c.Round(t.Context(), 7)
	require.NoError(t, err)
	require.Equal(t, randomness, r.Randomness)
	require.Equal(t, []string{"GET /" + signer.Network().Hash + "/public/7"}, *asked)
	_, err = client(t, address).Round(t.Context(), 7)
	require.ErrorIs(t, err, drand.ErrForged, "quicknet did not sign it")
}
