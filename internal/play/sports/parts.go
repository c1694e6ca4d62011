package sports

import (
	"cmp"
	"context"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
)

// scoreOf returns a score of two columns; nil when they are null.
func scoreOf(home, away *int) *odds.Score {
	if home == nil || away == nil {
		return nil
	}
	return &odds.Score{Home: *home, Away: *away}
}

// sides are the two columns of a score.
func sides(s *odds.Score) (home, away *int) {
	if s == nil {
		return nil, nil
	}
	return &s.Home, &s.Away
}

// settles reports whether the feed's scores can decide a market: its sport is counted in the unit and has the period, and of an inner unit the feed tells the parts.
func (a *application) settles(e *match, k marketKey) bool {
	return e.sport.Asks(k.kind, k.period, k.unit, k.line) && (k.unit == "" || a.inner)
}

// suspend takes a market that is known away from bets; nil: it is not.
func (m *market) suspend() {
	if m != nil && !m.over() && m.feedState != fixture.Suspended {
		m.feedState, m.dirty, m.told = fixture.Suspended, true, true
	}
}

// ends reports whether the match can end with the score of a feed's result: one of another unit cannot.
func (e *match) ends(f *fixture.Result) bool { return f.Void != "" || e.sport.Ends(f.Full) }

// resultOf is what is stored of a feed's result. A void of a match that was in play is an abandonment, whatever the feed calls it: what the play had decided
// stands (D-24). Scores that the result does not have are those that the feed told of the match.
func (a *application) resultOf(e *match, c fixture.Change) *result {
	f := c.Result
	r := &result{void: f.Void, full: f.Full, half: f.Half, halfOpen: f.HalfOpen, scores: f.Scores, source: a.feed, seq: c.Seq}
	if r.void != "" && (e.began || e.half != nil) {
		r.void = fixture.Abandoned
	}
	if !r.scored() {
		r.full, r.half, r.halfOpen = odds.Score{}, nil, false
		return r
	}
	broken := r.void != ""
	if broken && f.Full == (odds.Score{}) && f.Half == nil && len(f.Scores) == 0 {
		r.full = e.score
	}
	if len(r.scores) == 0 && r.full == e.score {
		r.scores = e.scores
	}
	if r.half == nil {
		r.half = e.half
	}
	period := cmp.Or(e.playedIn, e.period)
	if !broken {
		period = ""
	}
	if half, over, ok := e.sport.FirstHalf(r.scores, period); r.half == nil && ok && (broken || over) && half.Home <= r.full.Home && half.Away <= r.full.Away {
		r.half, r.halfOpen = &half, !over
	}
	if sum, ok := e.sport.InnerScore(r.full, r.scores, broken); ok {
		r.inner = &sum
	}
	return r
}

// scored reports whether the result has scores that decide bets.
func (r *result) scored() bool { return r.void == "" || r.void == fixture.Abandoned }

// same reports whether bets would be settled alike.
func (r *result) same(o *result) bool { return r.agrees(o) && !r.lacks(o) && !o.lacks(r) }

// agrees reports whether two results do not contradict each other: each may have what the other one lacks. A feed may call an abandoned match cancelled
// afterwards.
func (r *result) agrees(o *result) bool {
	if r.void == fixture.Abandoned && o.void != "" && !o.scored() {
		return true
	}
	alike := func(x, y *odds.Score) bool { return x == nil || y == nil || *x == *y }
	return r.void == o.void && (!r.scored() || r.full == o.full && r.halfOpen == o.halfOpen && alike(r.half, o.half) && alike(r.inner, o.inner))
}

// lacks reports whether the other result says the same and more: the score of the first half, or of the parts.
func (r *result) lacks(o *result) bool {
	return r.agrees(o) && o.scored() && (r.half == nil && o.half != nil || r.inner == nil && o.inner != nil)
}

// completed is the result with what another one has more. Its source stays the first one, which said how the match ended.
func (r *result) completed(o *result) *result {
	next := &result{void: r.void, full: r.full, half: r.half, halfOpen: r.halfOpen, inner: r.inner, scores: r.scores, source: r.source, by: r.by, seq: o.seq}
	if next.half == nil {
		next.half, next.halfOpen = o.half, o.halfOpen
	}
	if next.inner == nil {
		next.inner = o.inner
	}
	if len(next.scores) == 0 {
		next.scores = o.scores
	}
	return next
}

// setHalf notes another score of the first half. Bets on it are settled by it, again if need be.
func (e *match) setHalf(half *odds.Score) {
	e.half, e.dirty, e.halfChanged = half, true, true
	e.halfVersion++
}

// halfTold returns the first half as the feed tells it of a match in play.
func (e *match) halfTold(f *fixture.Event) (half odds.Score, over, ok bool) {
	if f.State != fixture.Live || f.Suspended != "" {
		return half, false, false // what is looked at is not over yet
	}
	half, over, ok = e.sport.FirstHalf(f.Scores, f.Period)
	return half, over, ok && half.Home <= f.Score.Home && half.Away <= f.Score.Away
}

// halfContradicted reports whether the feed says another score of a first half that is over, or that it goes on.
func (e *match) halfContradicted(f *fixture.Event) bool {
	half, over, ok := e.halfTold(f)
	return ok && e.half != nil && (!over || half != *e.half)
}

// takeHalf makes the feed's first half ours.
func (e *match) takeHalf(f *fixture.Event) {
	half, over, ok := e.halfTold(f)
	switch {
	case !ok, !over && e.half == nil, over && e.half != nil && *e.half == half:
	case over:
		e.setHalf(&half)
	default: // by a correction
		e.setHalf(nil)
	}
}

// endHalf brings a result and the first half that was settled in play into line: the result may lack it, or correct it.
func (e *match) endHalf(r *result) {
	switch {
	case e.half == nil || !r.scored():
	case r.half == nil:
		r.half = e.half
	case *r.half != *e.half:
		e.setHalf(r.half)
	}
}

// endHalves lets the bets on first halves that are over be settled while their matches go on, and takes that back where a half goes on.
func (a *application) endHalves(ctx context.Context, _ []fixture.Change) error {
	var over, back []int64
	for _, e := range a.events {
		switch {
		case !e.halfChanged:
		case e.half != nil:
			over = append(over, e.id)
		default:
			back = append(back, e.id)
		}
	}
	if len(over) > 0 {
		if err := a.changeMarkets(ctx, `
			UPDATE sports_market
			   SET state = 'resulted', feed_state = 'closed', stale = false, version = version + 1, closed_at = coalesce(closed_at, $2::timestamptz)
			 WHERE event_id = ANY ($1) AND period = 'half1' AND voided_by = '' AND state IN ('open', 'suspended', 'closed') RETURNING id`, over, a.now); err != nil {
			return err
		}
	}
	if len(back) == 0 {
		return nil
	}
	return a.changeMarkets(ctx, `
		UPDATE sports_market SET state = 'closed', version = version + 1
		 WHERE event_id = ANY ($1) AND period = 'half1' AND voided_by = '' AND state = 'resulted' RETURNING id`, back)
}
