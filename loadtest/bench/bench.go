package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/hubclient"
)

const stake = "1000"

// instance is what the bench needs to know of the running product.
type instance struct {
	Origin    string         `json:"origin"`
	Site      string         `json:"site"`
	Addresses map[string]any `json:"addresses"`
	secret    []byte         // the vendor's
	members   []hubclient.Member
	client    *http.Client
}

func load(dir, file string, sessions int) (*instance, error) {
	in := &instance{client: &http.Client{
		Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64, MaxConnsPerHost: 64},
	}}
	raw, err := os.ReadFile(filepath.Join(dir, "demo.json"))
	if err != nil {
		return nil, fmt.Errorf("is the product running (make up)? %w", err)
	}
	if err := json.Unmarshal(raw, in); err != nil {
		return nil, fmt.Errorf("demo.json: %w", err)
	}
	env, err := os.ReadFile(filepath.Join(dir, "env", "sim.env"))
	if err != nil {
		return nil, fmt.Errorf("settings of the simulator: %w", err)
	}
	_, rest, ok := strings.Cut(string(env), "SIM_SECRET='")
	value, _, closed := strings.Cut(rest, "'")
	if in.secret, err = base64.RawURLEncoding.DecodeString(strings.TrimRight(value, "=")); !ok || !closed || err != nil {
		return nil, errors.New("settings of the simulator: no SIM_SECRET")
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("members (make members N=%d): %w", sessions, err)
	}
	defer func() { _ = f.Close() }()
	for sc := bufio.NewScanner(f); sc.Scan() && len(in.members) < sessions; {
		c := strings.Split(sc.Text(), "\t")
		if len(c) != 5 {
			return nil, fmt.Errorf("members: 5 columns are expected, not %d", len(c))
		}
		in.members = append(in.members, hubclient.Member{MemID: c[0], Token: c[1], Topic: c[2], HubKey: c[3], Shard: c[4], Site: in.Site})
	}
	if len(in.members) < sessions {
		return nil, fmt.Errorf("members: only %d of %d", len(in.members), sessions)
	}
	return in, nil
}

// figures collects durations from many goroutines.
type figures struct {
	mu  sync.Mutex
	all []time.Duration
}

func (f *figures) add(d time.Duration) {
	f.mu.Lock()
	f.all = append(f.all, d)
	f.mu.Unlock()
}

func (f *figures) String() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.all) == 0 {
		return "nothing measured"
	}
	slices.Sort(f.all)
	at := func(per int) time.Duration {
		return f.all[min(len(f.all)-1, len(f.all)*per/1000)].Round(100 * time.Microsecond)
	}
	return fmt.Sprintf("p50 %v  p99 %v  p99.9 %v  max %v  (n=%d)", at(500), at(990), at(999), f.all[len(f.all)-1].Round(100*time.Microsecond), len(f.all))
}

func run(ctx context.Context, dir, file string, sessions, rate int, length time.Duration) error {
	in, err := load(dir, file, sessions)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, length+2*time.Minute)
	defer cancel()

	var frames, answers figures
	listening, stop := context.WithCancel(ctx)
	defer stop()
	var hub errgroup.Group
	ready := make(chan struct{}, sessions)
	dial := make(chan struct{}, 32)
	started := time.Now()
	for _, m := range in.members {
		hub.Go(func() error { return in.listen(listening, m, dial, ready, &frames) })
	}
	for range sessions {
		select {
		case <-ready:
		case <-ctx.Done():
			return errors.New("not all sessions came up")
		}
	}
	fmt.Printf("%d sessions connected and subscribed in %v\n", sessions, time.Since(started).Round(time.Millisecond))

	if err := in.bets(ctx, rate, length, &answers); err != nil {
		return err
	}
	time.AfterFunc(2*time.Second, stop) // what is under way may still arrive
	if err := hub.Wait(); err != nil {
		return err
	}
	fmt.Printf("vendor bet over HTTP at %d/s:   %s\n", rate, &answers)
	fmt.Printf("commit to frame in the client:  %s\n", &frames)
	if n := len(answers.all) - len(frames.all); n > 0 {
		fmt.Printf("%d bets were conflated into a newer balance of the same member\n", n)
	}
	return nil
}

// listen keeps one member connected and measures each CASH that arrives after the snapshot.
func (in *instance) listen(ctx context.Context, m hubclient.Member, dial, ready chan struct{}, frames *figures) error {
	dial <- struct{}{}
	c, err := hubclient.Dial(ctx, "ws"+strings.TrimPrefix(in.Origin, "http")+"/hub", http.Header{"Origin": {in.Origin}}, m)
	if err == nil {
		defer c.Close()
	}
	<-dial
	if err != nil {
		return err
	}
	sub, err := c.Subscribe("/topic/" + m.Topic)
	if err != nil {
		return err
	}
	for seen := false; ; {
		msg, err := sub.Next(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", m.MemID, err)
		}
		if msg.Cmd != event.Cash {
			continue
		}
		if !seen { // the snapshot
			seen = true
			ready <- struct{}{}
			continue
		}
		frames.add(msg.Arrived.Sub(time.UnixMilli(msg.At)))
	}
}

// bets places them on an even beat: a slow answer does not slow the others down.
func (in *instance) bets(ctx context.Context, rate int, length time.Duration, answers *figures) error {
	var g errgroup.Group
	tick := time.NewTicker(time.Second / time.Duration(rate))
	defer tick.Stop()
	end := time.After(length)
	for n := 0; ; n++ {
		select {
		case <-end:
			return g.Wait()
		case <-ctx.Done():
			return ctx.Err()
		case due := <-tick.C:
			m := in.members[n%len(in.members)]
			g.Go(func() error {
				if err := in.bet(ctx, m.MemID); err != nil {
					return err
				}
				answers.add(time.Since(due))
				return nil
			})
		}
	}
}

func (in *instance) bet(ctx context.Context, member string) error {
	tx := id.New()
	body, err := json.Marshal(map[string]string{
		"tx_id": tx, "round_id": "r" + tx, "member_id": member, "currency": "KRW", "amount": stake,
	})
	if err != nil {
		return err
	}
	ts, nonce := fmt.Sprint(time.Now().Unix()), id.New()
	mac := hmac.New(sha256.New, in.secret)
	fmt.Fprintf(mac, "2\nbet\n%s\n%s\n%s", ts, nonce, body)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, in.Origin+"/v1/vendor/sim/bet", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header = http.Header{
		"Content-Type": {"application/json"}, "X-Version": {"2"}, "X-Timestamp": {ts}, "X-Nonce": {nonce}, "X-Signature": {hex.EncodeToString(mac.Sum(nil))},
	}
	res, err := in.client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK || !bytes.Contains(text, []byte(`"OK"`)) {
		return fmt.Errorf("bet: HTTP %d: %s", res.StatusCode, text)
	}
	return nil
}
