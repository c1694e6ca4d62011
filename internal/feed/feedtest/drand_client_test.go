package feedtest_test

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
	quicknetRound  = 657_413
	quicknetAnswer = `{"round":657413,"randomness":"fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587",` +
		`"signature":"b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b"}`
	quicknetInfo = `{"public_key":"83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc2` +
		`2b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a","period":3,"genesis_time":1692803367,` +
		`"hash":"52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971","schemeID":"bls-unchained-g1-rfc9380"}`
)

// serveDrand answers each question alike and counts them.
func serveDrand(t *testing.T, status int, text string) (address string, asked *[]string) {
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

func newDrandClient(t *testing.T, bases ...string) *drand.Client {
	t.Helper()
	c := drand.New(beacon.Quicknet(), bases)
	t.Cleanup(c.Close)
	return c
}

func TestARoundIsVerifiedBeforeItIsReturned(t *testing.T) {
	t.Parallel()
	address, asked := serveDrand(t, http.StatusOK, quicknetAnswer)
	c := newDrandClient(t, address+"/")
	require.Equal(t, beacon.Quicknet(), c.Network())
	r, err := c.Round(t.Context(), quicknetRound)
	require.NoError(t, err)
	require.EqualValues(t, quicknetRound, r.Number)
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
		"too early":            {http.StatusTooEarly, quicknetAnswer, drand.ErrEarly},
		"refused":              {http.StatusForbidden, quicknetAnswer, drand.ErrDown},
		"too many":             {http.StatusTooManyRequests, quicknetAnswer, drand.ErrDown},
		"broken":               {http.StatusBadGateway, quicknetAnswer, drand.ErrDown},
		"another status":       {http.StatusNoContent, "", drand.ErrDown},
		"not JSON":             {http.StatusOK, "<html>", drand.ErrDown},
		"nothing":              {http.StatusOK, "", drand.ErrDown},
		"too large":            {http.StatusOK, quicknetAnswer + strings.Repeat(" ", 16<<10), drand.ErrDown},
		"empty":                {http.StatusOK, "{}", drand.ErrForged},
		"another round":        {http.StatusOK, strings.Replace(quicknetAnswer, "657413", "657414", 1), drand.ErrForged},
		"another signature":    {http.StatusOK, strings.Replace(quicknetAnswer, "b713", "b714", 1), drand.ErrForged},
		"another randomness":   {http.StatusOK, strings.Replace(quicknetAnswer, "fc18", "fc19", 1), drand.ErrForged},
		"signature of letters": {http.StatusOK, strings.Replace(quicknetAnswer, "b713", "b71g", 1), drand.ErrForged},
		"no randomness":        {http.StatusOK, strings.Replace(quicknetAnswer, `"randomness"`, `"other"`, 1), drand.ErrForged},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address, _ := serveDrand(t, c.status, c.text)
			r, err := newDrandClient(t, address).Round(t.Context(), quicknetRound)
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
	down, _ := serveDrand(t, http.StatusInternalServerError, "")
	early, _ := serveDrand(t, http.StatusNotFound, "")
	forger, _ := serveDrand(t, http.StatusOK, strings.Replace(quicknetAnswer, "b713", "b714", 1))
	good, asked := serveDrand(t, http.StatusOK, quicknetAnswer)
	after, never := serveDrand(t, http.StatusOK, quicknetAnswer)
	r, err := newDrandClient(t, down, early, forger, "http://127.0.0.1:1", good, after).Round(t.Context(), quicknetRound)
	require.NoError(t, err)
	require.EqualValues(t, quicknetRound, r.Number)
	require.Len(t, *asked, 1)
	require.Empty(t, *never)

	_, err = newDrandClient(t, down, early, forger).Round(t.Context(), quicknetRound)
	require.ErrorIs(t, err, drand.ErrEarly)
	require.ErrorIs(t, err, drand.ErrDown)
	require.ErrorIs(t, err, drand.ErrForged)
	_, err = newDrandClient(t).Round(t.Context(), quicknetRound)
	require.ErrorIs(t, err, drand.ErrDown)
	_, err = newDrandClient(t, "http://a b").Round(t.Context(), quicknetRound)
	require.ErrorIs(t, err, drand.ErrDown)
}

func TestARedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	good, asked := serveDrand(t, http.StatusOK, quicknetAnswer)
	srv := httptest.NewServer(http.RedirectHandler(good, http.StatusFound))
	t.Cleanup(srv.Close)
	_, err := newDrandClient(t, srv.URL).Round(t.Context(), quicknetRound)
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
	good, asked := serveDrand(t, http.StatusOK, quicknetAnswer)
	_, err := newDrandClient(t, srv.URL, good).Round(ctx, quicknetRound)
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, *asked, "no other address is asked after the end")
}

func TestTheNetworkIsCompared(t *testing.T) {
	t.Parallel()
	good, asked := serveDrand(t, http.StatusOK, quicknetInfo)
	require.NoError(t, newDrandClient(t, good).Check(t.Context()))
	require.Equal(t, []string{"GET /" + beacon.Quicknet().Hash + "/info"}, *asked)
	for _, change := range [][2]string{{"83cf", "83ce"}, {`"period":3`, `"period":30`}, {"1692803367", "1692803368"}, {quicknetInfo, "{}"}} {
		other, _ := serveDrand(t, http.StatusOK, strings.Replace(quicknetInfo, change[0], change[1], 1))
		require.ErrorIs(t, newDrandClient(t, other).Check(t.Context()), drand.ErrNetwork)
		require.NoError(t, newDrandClient(t, other, good).Check(t.Context()), "one that agrees is enough")
	}
	broken, _ := serveDrand(t, http.StatusOK, "[]")
	require.ErrorIs(t, newDrandClient(t, broken).Check(t.Context()), drand.ErrDown)
}

func TestAnotherNetworkIsAskedByItsHash(t *testing.T) {
	t.Parallel()
	signer, err := beacon.NewSigner(make([]byte, 32))
	require.NoError(t, err)
	signature := signer.Sign(7)
	randomness := beacon.Randomness(signature)
	address, asked := serveDrand(t, http.StatusOK, fmt.Sprintf(`{"round":7,"randomness":"%x","signature":"%x"}`, randomness, signature))
	c := drand.New(signer.Network(), []string{address})
	t.Cleanup(c.Close)
	r, err := c.Round(t.Context(), 7)
	require.NoError(t, err)
	require.Equal(t, randomness, r.Randomness)
	require.Equal(t, []string{"GET /" + signer.Network().Hash + "/public/7"}, *asked)
	_, err = newDrandClient(t, address).Round(t.Context(), 7)
	require.ErrorIs(t, err, drand.ErrForged, "quicknet did not sign it")
}
