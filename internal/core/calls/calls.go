// Package calls adds up the calls between us and the providers: how many there were, how many failed, and how long they took.
package calls

import (
	"math"
	"slices"
	"sync"
	"time"
)

// Way is the direction of a call.
type Way string

// The ways.
const (
	Ours   Way = "ours"   // from us to the provider
	Theirs Way = "theirs" // from the provider to us
)

// Outcome is how a call ended.
type Outcome int

// Outcomes.
const (
	Answered Outcome = iota // also by a refusal that is an answer, such as a bet without the money for it
	Failed                  // the provider, or we, gave no usable answer in time, or the call was not made because too many had failed before
	Rejected                // the call itself was not accepted: a signature, a body or a request that the other side refuses to read
)

// Bounds are the upper bounds of the classes of Sums.Times; the last class, without a bound, has the slower calls.
var Bounds = [...]time.Duration{
	time.Millisecond, 2 * time.Millisecond, 5 * time.Millisecond, 10 * time.Millisecond, 20 * time.Millisecond, 50 * time.Millisecond,
	100 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second, 3 * time.Second, 5 * time.Second,
}

// Sums are calls of one provider in one way. The zero value has none. Sums of two nodes or of two times can be added.
type Sums struct {
	Answered, Failed, Rejected int64
	Times                      [len(Bounds) + 1]int64 // how many calls took up to each of Bounds
}

// Note counts a call. A call that was not made took no time and is in no class.
func (s *Sums) Note(o Outcome, took time.Duration) {
	switch o {
	case Answered:
		s.Answered++
	case Failed:
		s.Failed++
	case Rejected:
		s.Rejected++
	}
	if took > 0 {
		i, _ := slices.BinarySearch(Bounds[:], took)
		s.Times[i]++
	}
}

// Plus returns the sums of both.
func (s Sums) Plus(o Sums) Sums {
	s.Answered, s.Failed, s.Rejected = s.Answered+o.Answered, s.Failed+o.Failed, s.Rejected+o.Rejected
	for i, n := range o.Times {
		s.Times[i] += n
	}
	return s
}

// Total is the number of all calls.
func (s Sums) Total() int64 { return s.Answered + s.Failed + s.Rejected }

// Quantile returns the time within which the share q of the calls ended, estimated within its class, and 0 when no call was timed.
// Of calls slower than the last bound it is that bound.
func (s Sums) Quantile(q float64) time.Duration {
	var timed int64
	for _, n := range s.Times {
		timed += n
	}
	rank := q * float64(timed)
	var before int64
	for i, n := range s.Times {
		if n == 0 || float64(before+n) < rank {
			before += n
			continue
		}
		if i == len(Bounds) {
			break
		}
		from := time.Duration(0)
		if i > 0 {
			from = Bounds[i-1]
		}
		part := max(0, rank-float64(before)) / float64(n)
		return from + time.Duration(math.Round(part*float64(Bounds[i]-from)))
	}
	if timed == 0 {
		return 0
	}
	return Bounds[len(Bounds)-1]
}

// Figures are the calls of one provider in one way, of all nodes.
type Figures struct {
	Hour   Sums // of about the last hour
	Recent Sums // of the last minutes of it
}

const (
	// fewFailures are no failing provider: one slow moment has them.
	fewFailures = 3
	// failingShare is the part of the recent calls, one in so many, from which on a provider is failing.
	failingShare = 10
)

// Failing reports whether calls fail now: several of the recent ones, and a tenth of them, gave no usable answer; or the other side accepted none of
// several.
func (f Figures) Failing() bool {
	r := f.Recent
	return r.Failed >= fewFailures && r.Failed*failingShare >= r.Total() || r.Rejected >= fewFailures && r.Answered == 0
}

// Line names sums.
type Line struct {
	Provider string
	Way      Way
}

// Tally adds up the calls of one process until they are taken. It is safe for concurrent use. A nil Tally counts nothing.
type Tally struct {
	mu   sync.Mutex
	sums map[Line]*Sums
}

// Note counts a call.
func (t *Tally) Note(l Line, o Outcome, took time.Duration) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.sums == nil {
		t.sums = map[Line]*Sums{}
	}
	s := t.sums[l]
	if s == nil {
		s = &Sums{}
		t.sums[l] = s
	}
	s.Note(o, took)
}

// Take returns what was counted since the last Take, and begins again at 0.
func (t *Tally) Take() map[Line]Sums {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := make(map[Line]Sums, len(t.sums))
	for l, s := range t.sums {
		out[l] = *s
	}
	t.sums = nil
	return out
}
