package monitoring_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/sim/signature"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
)

// pace is how often the player bets, and how much.
const (
	pace  = 50 * time.Millisecond
	stake = "1000"
)

// play has a member log in, ask for a deposit and bet until the test ends: one bet in two wins, one in ten is taken back.
func (w *world) play(t *testing.T) {
	t.Helper()
	var in struct {
		Token string `json:"token"`
	}
	w.post(t, "/api/member/login", "", map[string]any{"memId": w.player, "memPass": factory.Password}, &in)
	w.post(t, "/api/cash/in", in.Token, map[string]any{"amount": 50_000}, nil)
	done := make(chan struct{})
	go func() {
		defer close(done)
		beat := time.NewTicker(pace)
		defer beat.Stop()
		for n := 0; ; n++ {
			select {
			case <-t.Context().Done():
				return
			case <-beat.C:
			}
			bet := fmt.Sprint("b", n)
			_ = w.wallet("bet", map[string]any{"tx_id": bet, "round_id": bet, "member_id": w.player, "currency": "KRW", "amount": stake})
			switch {
			case n%10 == 9:
				_ = w.wallet("rollback", map[string]any{"tx_id": "x" + bet, "ref_tx_id": bet, "member_id": w.player, "currency": "KRW"})
			case n%2 == 0:
				_ = w.wallet("win", map[string]any{
					"tx_id": "w" + bet, "ref_tx_id": bet, "round_id": bet, "member_id": w.player, "currency": "KRW", "amount": stake, "closes": true,
				})
			}
		}
	}()
	t.Cleanup(func() { <-done })
}

// post calls the api as a member and demands success; into takes the answer's data.
func (w *world) post(t *testing.T, path, token string, body, into any) {
	t.Helper()
	raw, err := json.Marshal(body)
	require.NoError(t, err)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.origin+path, bytes.NewReader(raw))
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	answer := struct {
		ResultCode string
		Data       any
	}{Data: into}
	require.NoError(t, json.Unmarshal(text, &answer), "%s", text)
	require.Equal(t, "200", answer.ResultCode, "%s: %s", path, text)
}

// wallet calls the wallet as the vendor does and returns the status of HTTP, or 0.
func (w *world) wallet(op string, body map[string]any) int { return w.signed(op, body, w.secret) }

func (w *world) signed(op string, body map[string]any, secret []byte) int {
	raw, err := json.Marshal(body)
	if err != nil {
		return 0
	}
	req, err := http.NewRequest(http.MethodPost, w.origin+"/v1/vendor/sim/"+op, bytes.NewReader(raw))
	if err != nil {
		return 0
	}
	req.Header.Set("Content-Type", "application/json")
	signature.Sign(req.Header, secret, time.Now(), op, raw)
	resp, err := vendorClient.Do(req)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode
}

var vendorClient = &http.Client{Timeout: testkit.Patience}
