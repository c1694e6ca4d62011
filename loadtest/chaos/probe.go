package main

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"hubstake/internal/access/httpx"
)

// prober asks for a member's own page again and again, as a browser does, and keeps how that went.
type prober struct {
	mu      sync.Mutex
	good    time.Time     // of the last success
	refused int           // answers that said clearly that it does not work now: 503 with E002
	slowest time.Duration // of any answer
	unclear []string      // whatever else came
}

// slowAnswer is how long a page may wait for a clear answer: what the api bounds a request by, and a little for a busy machine.
const slowAnswer = httpx.Timeout + time.Second

func (c *crowd) probe(ctx context.Context, p *prober) {
	token := c.players[0].Token
	for ctx.Err() == nil {
		began := c.clk.Now()
		answer, status, err := c.in.post(ctx, c.in.Origin+"/api/member/info", token, "", struct{}{})
		if ctx.Err() != nil {
			return
		}
		var env struct {
			ResultCode string `json:"resultCode"`
		}
		_ = json.Unmarshal(answer, &env) // what is no envelope has no code
		p.mu.Lock()
		now := c.clk.Now()
		p.slowest = max(p.slowest, now.Sub(began))
		switch {
		case err != nil:
			p.unclear = append(p.unclear, err.Error())
		case status == http.StatusOK && env.ResultCode == "200":
			p.good = now
		case status == http.StatusServiceUnavailable && env.ResultCode == "E002":
			p.refused++
		default:
			p.unclear = append(p.unclear, http.StatusText(status)+" "+env.ResultCode)
		}
		p.mu.Unlock()
		_ = pause(ctx, 100*time.Millisecond) // a loop that ends with ctx
	}
}

// since reports whether a call succeeded that began after a moment.
func (p *prober) since(t time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.good.After(t)
}
