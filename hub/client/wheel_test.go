package client

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// bell notes when it rang and asks for the next time.
type bell struct {
	wheelPlace[*bell]
	every time.Duration
	mu    sync.Mutex
	rang  []time.Time
}

func (b *bell) times() []time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.rang)
}

func (b *bell) place() *wheelPlace[*bell] { return &b.wheelPlace }

func (b *bell) tick(now time.Time) time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rang = append(b.rang, now)
	if b.every == 0 {
		return time.Time{}
	}
	return now.Add(b.every)
}

func TestWheelRingsInTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var w wheel[*bell]
		begin := time.Now()
		w.start(begin)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			w.run(ctx, time.Now)
			close(done)
		}()
		once, often, far, gone := &bell{}, &bell{every: time.Second}, &bell{}, &bell{}
		w.set(once, begin.Add(time.Hour))
		w.set(once, begin.Add(300*time.Millisecond)) // moved
		w.set(often, begin.Add(time.Second))
		w.set(far, begin.Add(5*time.Minute)) // more than a lap
		w.set(gone, begin.Add(time.Second))
		w.remove(gone)
		w.remove(gone)
		<-time.After(10*time.Second + wheelStep/2)
		synctest.Wait()
		require.Len(t, once.times(), 1)
		require.InDelta(t, 300*time.Millisecond, once.times()[0].Sub(begin), float64(2*wheelStep))
		require.InDelta(t, 9, len(often.times()), 1)
		require.Empty(t, gone.times())
		<-time.After(6 * time.Minute)
		synctest.Wait()
		require.NotEmpty(t, far.times(), "what is due after a lap is looked at once a lap")
		cancel()
		<-done
	})
}

// After any timers were set, moved and removed, none fires early or more than two steps late, and none is forgotten.
func TestWheelForgetsNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var w wheel[*bell]
		now := time.Unix(1_789_000_000, 0)
		w.start(now)
		bells := make([]*bell, 8)
		due := map[*bell]time.Time{}
		for i := range bells {
			bells[i] = &bell{}
		}
		pick := func(t *rapid.T) *bell { return bells[rapid.IntRange(0, 7).Draw(t, "bell")] }
		t.Repeat(map[string]func(*rapid.T){
			"set": func(t *rapid.T) {
				b := pick(t)
				due[b] = now.Add(time.Duration(rapid.IntRange(0, 90_000).Draw(t, "ms")) * time.Millisecond)
				w.set(b, due[b])
			},
			"remove": func(t *rapid.T) {
				b := pick(t)
				w.remove(b)
				delete(due, b)
			},
			"turn": func(t *rapid.T) {
				now = now.Add(time.Duration(rapid.IntRange(1, 40_000).Draw(t, "ms")) * time.Millisecond)
				w.turn(now)
				for _, b := range bells {
					at, set := due[b]
					switch {
					case len(b.rang) > 0 && (!set || at.After(now)):
						t.Fatalf("rang early or unasked")
					case len(b.rang) > 1:
						t.Fatalf("rang %d times", len(b.rang))
					case len(b.rang) == 0 && set && now.Sub(at) > 2*wheelStep:
						t.Fatalf("%s late", now.Sub(at))
					case len(b.rang) == 1:
						delete(due, b)
						b.rang = nil
					}
				}
			},
		})
	})
}
