package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// leg is a selection of a slip, as /api/bet/betProc takes it.
type leg struct {
	MarketIdx int64  `json:"marketIdx"`
	Key       string `json:"key"`
	Price     int32  `json:"price"`
	Version   int64  `json:"version"`
	event     int64
}

// slip is a bet of the sportsbook. Any change of price is taken: the simulator's prices move all the time.
type slip struct {
	Stake  int64  `json:"stake"`
	Accept string `json:"accept"`
	Legs   []leg  `json:"legs"`
}

// leastPlaced is the share of slips that must be placed: now and then a market is suspended between a look at the prices and the bet.
const leastPlaced = 0.95

// slips sends slips of signed-in members over keep-alive connections, half of them singles and half folders of three, each under a key of its own.
func (b *bench) slips(ctx context.Context) (pair, error) {
	offer, err := b.offer(ctx)
	if err != nil {
		return pair{}, err
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: b.callers, MaxConnsPerHost: b.callers}}
	defer client.CloseIdleConnections()
	var (
		p              pair
		placed, others atomic.Int64
		mu             sync.Mutex
		took           []time.Duration
		failed         error
		all            sync.WaitGroup
	)
	before, start := spentHere(), time.Now()
	until := start.Add(time.Duration(b.seconds) * time.Second)
	for c := range b.callers {
		all.Go(func() {
			var mine []time.Duration
			for n := c; time.Now().Before(until) && ctx.Err() == nil; n += b.callers {
				begin := time.Now()
				ok, err := b.slip(ctx, client, b.signedIn[n%len(b.signedIn)], slipOf(offer, n))
				if err != nil {
					mu.Lock()
					failed = errors.Join(failed, err)
					mu.Unlock()
					return
				}
				if mine = append(mine, time.Since(begin)); ok {
					placed.Add(1)
				} else {
					others.Add(1)
				}
			}
			mu.Lock()
			took = append(took, mine...)
			mu.Unlock()
		})
	}
	all.Wait()
	seconds := time.Since(start).Seconds()
	if failed != nil {
		return pair{}, failed
	}
	if share := float64(placed.Load()) / float64(placed.Load()+others.Load()); len(took) == 0 || share < leastPlaced {
		return pair{}, fmt.Errorf("only %.0f %% of the slips were placed", share*100)
	}
	slices.Sort(took)
	at := func(q float64) float64 { return took[int(float64(len(took)-1)*q)].Seconds() * 1e3 }
	p.bets, p.p50, p.p99, p.generator = float64(placed.Load())/seconds, at(0.5), at(0.99), (spentHere()-before)/seconds
	return p, nil
}

// spentHere is the processor time of this program so far, in seconds.
func spentHere() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// offer is what can be bet on in matches that do not begin soon.
func (b *bench) offer(ctx context.Context) ([]leg, error) {
	rows, err := b.db.Query(ctx, `
		SELECT m.id, s.key, s.price, s.version, e.id
		  FROM sports_event e JOIN sports_market m ON m.event_id = e.id JOIN sports_selection s ON s.market_id = m.id
		 WHERE e.state = 'scheduled' AND e.starts_at > now() + interval '10 min' AND NOT e.suspended AND m.state = 'open' AND s.active
		   AND s.price BETWEEN 1300 AND 4000 ORDER BY m.id, s.key`)
	if err != nil {
		return nil, fmt.Errorf("offer: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (l leg, err error) {
		err = r.Scan(&l.MarketIdx, &l.Key, &l.Price, &l.Version, &l.event)
		return l, err
	})
	if err != nil {
		return nil, fmt.Errorf("offer: %w", err)
	}
	if len(all) < 100 {
		return nil, fmt.Errorf("only %d selections are on offer: does the feed run?", len(all))
	}
	return all, nil
}

// slipOf makes the n-th slip. Its stake makes it another bet than the member's last ones (D-48).
func slipOf(offer []leg, n int) slip {
	s := slip{Stake: 5_000 + int64(n%30_000), Accept: "any"}
	for want := 1 + 2*(n%2); len(s.Legs) < want; {
		l := offer[rand.IntN(len(offer))]
		if !slices.ContainsFunc(s.Legs, func(o leg) bool { return o.event == l.event }) {
			s.Legs = append(s.Legs, l)
		}
	}
	return s
}

// slip sends a slip to the api and reports whether it was placed.
func (b *bench) slip(ctx context.Context, client *http.Client, of player, s slip) (bool, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return false, fmt.Errorf("slip: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+b.address+"/api/bet/betProc", bytes.NewReader(text))
	if err != nil {
		return false, fmt.Errorf("slip: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Token", of.token)
	req.Header.Set("Idempotency-Key", fmt.Sprintf("bench-%d-%d", time.Now().UnixNano(), rand.Uint64()))
	res, err := client.Do(req)
	if err != nil {
		return false, fmt.Errorf("slip: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	var answer struct {
		ResultCode string `json:"resultCode"`
	}
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
		return false, fmt.Errorf("slip: HTTP %d: %w", res.StatusCode, err)
	}
	switch answer.ResultCode {
	case "200":
		return true, nil
	case "RATE_LIMIT_EXCEPTION", "B0099", "WIN_LIMIT_MAX", "B6003":
		return false, nil
	default:
		return false, fmt.Errorf("slip of %s: HTTP %d, %s", of.memID, res.StatusCode, answer.ResultCode)
	}
}
