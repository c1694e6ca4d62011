package signature

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
)

var (
	noon   = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	secret = []byte("0123456789abcdef0123456789abcdef")
)

func signed(body string, at time.Time) http.Header {
	h := http.Header{}
	Sign(h, secret, at, "bet", []byte(body))
	return h
}

func TestCheck(t *testing.T) {
	t.Parallel()
	const body = `{"game":"moonjar"}`
	for name, tc := range map[string]struct {
		change func(http.Header)
		body   string
		at     time.Duration
		ok     bool
	}{
		"as sent":           {body: body, ok: true},
		"a little late":     {body: body, at: Window, ok: true},
		"too late":          {body: body, at: Window + time.Second},
		"from the future":   {body: body, at: -Window - time.Second},
		"one byte changed":  {body: `{"game":"moonjaR"}`},
		"other time":        {body: body, change: func(h http.Header) { h.Set(HeaderTimestamp, "1795262401") }},
		"version 1":         {body: body, change: func(h http.Header) { h.Del(HeaderVersion) }},
		"no time":           {body: body, change: func(h http.Header) { h.Del(HeaderTimestamp) }},
		"other nonce":       {body: body, change: func(h http.Header) { h.Set(HeaderNonce, "0123456789abcdef") }},
		"no signature":      {body: body, change: func(h http.Header) { h.Del(HeaderSignature) }},
		"half a signature":  {body: body, change: func(h http.Header) { h.Set(HeaderSignature, h.Get(HeaderSignature)[:32]) }},
		"not a hexadecimal": {body: body, change: func(h http.Header) { h.Set(HeaderSignature, "zz") }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := signed(body, noon)
			if tc.change != nil {
				tc.change(h)
			}
			err := NewVerifier(secret, clock.NewManual(noon.Add(tc.at))).Check(h, "bet", []byte(tc.body))
			if tc.ok {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, ErrRefused)
			}
		})
	}
	other := NewVerifier([]byte("fedcba9876543210fedcba9876543210"), clock.NewManual(noon))
	require.ErrorIs(t, other.Check(signed(body, noon), "bet", []byte(body)), ErrRefused, "signed with another secret")
}

func TestANonceCountsOnce(t *testing.T) {
	t.Parallel()
	clk := clock.NewManual(noon)
	v := NewVerifier(secret, clk)
	h := signed("{}", noon.Add(Window))
	require.NoError(t, v.Check(h, "bet", []byte("{}")))
	require.ErrorIs(t, v.Check(h, "bet", []byte("{}")), ErrRefused)
	clk.Advance(2 * Window)
	require.ErrorIs(t, v.Check(h, "bet", []byte("{}")), ErrRefused, "still remembered while its time would pass")
	clk.Advance(time.Minute)
	require.ErrorIs(t, v.Check(h, "bet", []byte("{}")), ErrRefused, "and too old afterwards")
	require.NoError(t, v.Check(signed("{}", clk.Now()), "bet", []byte("{}")))
	require.Len(t, v.seen, 1, "old nonces are forgotten")
}
