// Package wallet is this vendor's client of the operator's wallet API: signed calls, repeated with the same transaction id
// until the outcome is known.
package wallet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/core/clock"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/signature"
)

// Statuses of the operator that this vendor acts upon; any other one is a refusal that is shown as such.
const (
	OK            = "OK"
	Insufficient  = "INSUFFICIENT_FUNDS"
	NotFound      = "TRANSACTION_NOT_FOUND"
	RolledBack    = "TRANSACTION_ROLLED_BACK"
	Settled       = "BET_ALREADY_SETTLED"
	TokenExpired  = "TOKEN_EXPIRED"
	RoundClosed   = "ROUND_CLOSED"
	Duplicate     = "DUPLICATE_TRANSACTION"
	BadAmount     = "BAD_AMOUNT"
	WrongCurrency = "WRONG_CURRENCY"
	Locked        = "BETTING_LOCKED"
	Limited       = "LIMIT_REACHED"
	Maintenance   = "MAINTENANCE"
)

// ErrUnknown says that a call may or may not have had its effect: no answer, a cut connection, or one that is not 200.
var ErrUnknown = errors.New("wallet: outcome unknown")

// Request is the body of a call; fields that an operation has no use for stay empty. Amount is a decimal string.
type Request struct {
	TxID     string `json:"tx_id,omitzero"`
	RefTxID  string `json:"ref_tx_id,omitzero"`
	RoundID  string `json:"round_id,omitzero"`
	Token    string `json:"token,omitzero"`
	MemberID string `json:"member_id,omitzero"`
	Game     string `json:"game,omitzero"`
	Currency string `json:"currency"`
	Amount   string `json:"amount,omitzero"`
	Closes   bool   `json:"closes,omitzero"`
}

// Answer is what the operator said. Balance is a decimal string.
type Answer struct {
	Status   string `json:"status"`
	TxID     string `json:"tx_id"`
	OurTxID  string `json:"our_tx_id"`
	Balance  string `json:"balance"`
	Currency string `json:"currency"`
}

// Operations of the wallet API.
const (
	Balance  = "balance"
	Bet      = "bet"
	Win      = "win"
	Rollback = "rollback"
)

// Patience says how long a caller goes on repeating a call whose outcome is unknown.
type Patience struct {
	Tries   int
	Attempt time.Duration // one try
	First   time.Duration // pause after the first try; it doubles
}

// Client calls the operator. It is safe for concurrent use.
type Client struct {
	http    *http.Client
	base    string
	secret  []byte
	clk     clock.Clock
	metrics metrics
}

type metrics struct {
	calls     *prometheus.CounterVec
	seconds   *prometheus.HistogramVec
	disagreed prometheus.Counter
}

// New returns a client of the wallet API at base (…/v1/vendor/sim).
func New(transport http.RoundTripper, base string, secret []byte, clk clock.Clock, reg prometheus.Registerer) *Client {
	c := &Client{
		// No timeout here: each attempt carries its own deadline.
		http: &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}},
		base: base, secret: secret, clk: clk,
		metrics: metrics{
			calls: prometheus.NewCounterVec(prometheus.CounterOpts{
				Name: "sim_wallet_calls_total", Help: "Calls to the operator's wallet, each try counted.",
			}, []string{"op", "result"}),
			seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
				Name: "sim_wallet_call_duration_seconds", Help: "Time of one try.",
				Buckets: []float64{.002, .005, .01, .02, .05, .1, .25, .5, 1, 3, 10},
			}, []string{"op"}),
			disagreed: prometheus.NewCounter(prometheus.CounterOpts{
				Name: "sim_wallet_disagreements_total", Help: "Copies of one call that were answered differently; must stay 0.",
			}),
		},
	}
	reg.MustRegister(c.metrics.calls, c.metrics.seconds, c.metrics.disagreed)
	return c
}

// Call sends a request until its outcome is known or patience ends (ErrUnknown), each try with a fresh signature and the
// same body. Faults apply to every try. A status other than OK is an answer, not an error.
func (c *Client) Call(ctx context.Context, op string, req Request, p Patience, f chaos.Settings) (Answer, error) {
	body, err := json.Marshal(req)
	if err != nil {
		return Answer{}, fmt.Errorf("wallet: %s: %w", op, err)
	}
	pause, lose := p.First, f.LoseAnswer
	for try := 1; ; try++ {
		if err := wait(ctx, f.Delay()); err != nil {
			return Answer{}, fmt.Errorf("%w: %s: %w", ErrUnknown, op, err)
		}
		answer, err := c.copies(ctx, op, body, p.Attempt, f.Copies())
		if err == nil && lose > 0 {
			lose--
			err = errors.New("answer thrown away on demand")
		}
		if err == nil {
			return answer, nil
		}
		if try >= p.Tries {
			return Answer{}, fmt.Errorf("%w: %s after %d tries: %w", ErrUnknown, op, try, err)
		}
		if err := wait(ctx, pause); err != nil {
			return Answer{}, fmt.Errorf("%w: %s: %w", ErrUnknown, op, err)
		}
		pause *= 2
	}
}

// copies sends the same call n times at once and returns one of the answers. They must be equal: the operator owes every
// repetition the stored answer.
func (c *Client) copies(ctx context.Context, op string, body []byte, limit time.Duration, n int) (Answer, error) {
	type result struct {
		answer Answer
		err    error
	}
	results := make(chan result, n)
	for range n {
		go func() {
			answer, err := c.try(ctx, op, body, limit)
			results <- result{answer, err}
		}()
	}
	best := <-results
	for range n - 1 {
		r := <-results
		switch {
		case best.err != nil:
			best = r
		case r.err == nil && op != Balance && r.answer != best.answer:
			c.metrics.disagreed.Inc()
		}
	}
	return best.answer, best.err
}

func (c *Client) try(ctx context.Context, op string, body []byte, limit time.Duration) (answer Answer, err error) {
	started := c.clk.Now()
	defer func() {
		result := answer.Status
		if err != nil {
			result = "unknown"
		}
		c.metrics.calls.WithLabelValues(op, known(result)).Inc()
		c.metrics.seconds.WithLabelValues(op).Observe(c.clk.Now().Sub(started).Seconds())
	}()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/"+op, bytes.NewReader(body))
	if err != nil {
		return Answer{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	signature.Sign(req.Header, c.secret, started, op, body)
	res, err := c.http.Do(req)
	if err != nil {
		return Answer{}, err
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(res.Body, 64<<10))
	if err != nil {
		return Answer{}, err
	}
	if res.StatusCode != http.StatusOK {
		return Answer{}, fmt.Errorf("status %d", res.StatusCode)
	}
	if err := json.Unmarshal(raw, &answer); err != nil || answer.Status == "" {
		return Answer{}, errors.New("not an answer of the wallet API")
	}
	return answer, nil
}

// known keeps the label's values few.
func known(status string) string {
	switch status {
	case OK, Insufficient, NotFound, RolledBack, Settled, TokenExpired, RoundClosed, Duplicate, BadAmount, WrongCurrency, Locked, Limited, Maintenance, "unknown":
		return status
	}
	return "other"
}

func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
