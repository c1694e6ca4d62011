package sports

import (
	"context"
	"fmt"
	"time"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
)

// Events of a match that make the bets void which were struck after them (D-24): kinds of sports_truth.
const (
	TruthStart    = "start"    // bets from before the match count up to it
	TruthScore    = "score"    // bets in play at the score before count up to it
	TruthEnd      = "end"      // bets in play count up to it
	TruthAnnulled = "annulled" // the score went back to this one: bets in play at a higher one that were struck shortly before are void
)

// review is the longest time from a goal until it is known whether it counts. A member who sees the review knows more than the book, so younger bets at a score that is
// taken back are void.
const review = 10 * time.Minute

// usualLag is how late a feed may tell what happened in play without a trace: a bet in play waits longer before it is accepted, and is judged again by what came
// meanwhile (D-26).
const usualLag = 3 * time.Second

// truth is what a batch says about when something happened; at is zero when the feed takes it back.
type truth struct {
	e        *match
	kind     string
	score    odds.Score
	from     odds.Score // that was taken back
	at, told time.Time
	least    bool // it holds only if it is earlier than what is known
	above    bool // of a score that is taken back: all scores that are higher on one side
}

// began returns when the match began by what its feed says: by the start that it names, by its clock, and at the latest when it said so. A feed that counts the
// time of play alone counts less than has passed, so that the clock names a moment that is not too early.
func began(f *fixture.Event, told time.Time) time.Time {
	at := told
	if f.StartsAt.Before(at) {
		at = f.StartsAt
	}
	if byClock := told.Add(-time.Duration(f.Clock) * time.Second); byClock.Before(at) {
		at = byClock
	}
	return at
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// noteTruth notes what a change of a match that is believed says about when things happened. before is the match as it was.
func (a *application) noteTruth(before match, e *match, c fixture.Change) {
	f, told := c.Event, earlier(c.At, a.now) // a clock may be ahead of ours
	begun := func(s fixture.EventState) bool { return s == fixture.Live || s == fixture.Ended }
	late := a.now.Sub(told) > usualLag
	switch was, is := begun(before.state), begun(e.state); {
	case e.isNew: // no bet was struck before
	case is && !was:
		a.truths = append(a.truths, truth{e: e, kind: TruthStart, at: began(f, told), told: told})
	case is && !before.startsAt.Equal(e.startsAt):
		a.truths = append(a.truths, truth{e: e, kind: TruthStart, at: began(f, told), told: told})
	case is && f.Clock > 0 && told.Add(-time.Duration(f.Clock)*time.Second).Before(e.startsAt.Add(-time.Minute)):
		a.truths = append(a.truths, truth{e: e, kind: TruthStart, at: began(f, told), told: told, least: true})
	case was && !is && e.state != fixture.Cancelled:
		a.truths = append(a.truths, truth{e: e, kind: TruthStart, told: told})
	}
	switch {
	case !before.live() && !before.over():
	case e.score.Home < before.score.Home || e.score.Away < before.score.Away:
		a.noteScoreBack(e, before.score, e.score, told)
	case before.live() && e.score != before.score:
		a.truths = append(a.truths, truth{e: e, kind: TruthAnnulled, score: e.score, told: told}) // told again at once: a slip of the feed
		if late {
			a.truths = append(a.truths, truth{e: e, kind: TruthScore, score: e.score, at: told, told: told})
		}
	}
	switch {
	case before.live() && e.over() && late:
		a.truths = append(a.truths, truth{e: e, kind: TruthEnd, at: told, told: told})
	case before.over() && !e.over():
		a.truths = append(a.truths, truth{e: e, kind: TruthEnd, told: told})
	}
}

// noteScoreBack notes that a score did not count, and what the score is instead.
func (a *application) noteScoreBack(e *match, from, to odds.Score, told time.Time) {
	a.truths = append(a.truths, truth{e: e, kind: TruthScore, score: to, told: told, above: true},
		truth{e: e, kind: TruthAnnulled, score: to, from: from, at: told.Add(-review), told: told})
}

// noteEnd notes what a result says about when things happened: it may take the last goal back or have the score that was taken back a moment ago, and it may end a match
// that was still in play here.
func (a *application) noteEnd(e *match, r *result, told time.Time) {
	switch {
	case r.void != "" || !e.live() && !e.over():
	case r.full.Home < e.score.Home || r.full.Away < e.score.Away:
		a.noteScoreBack(e, e.score, r.full, earlier(told, a.now))
	case r.full != e.score:
		a.truths = append(a.truths, truth{e: e, kind: TruthAnnulled, score: r.full, told: earlier(told, a.now)})
	}
	if told.After(a.now) || a.now.Sub(told) <= usualLag {
		return
	}
	if e.live() {
		a.truths = append(a.truths, truth{e: e, kind: TruthEnd, at: told, told: told})
		if r.void == "" && e.score != r.full {
			a.truths = append(a.truths, truth{e: e, kind: TruthScore, score: r.full, at: told, told: told})
		}
	}
}

// writeTruths stores what the batch said. Bets are compared with it by settlement, also those that were paid. Bets that were placed by the older state are stored
// by now, because their matches are locked.
func (a *application) writeTruths(ctx context.Context) error {
	for _, t := range a.truths {
		var err error
		switch {
		case t.at.IsZero():
			_, err = a.tx.Exec(ctx, `
				UPDATE sports_truth t SET at = NULL, version = version + 1, due = true
				 WHERE event_id = $1 AND kind = $2 AND at IS NOT NULL AND (NOT $5 OR home > $3 OR away > $4)
				   AND (kind <> 'annulled' OR sports_maybe_slip(t) AND coalesce(from_home <= $3 AND from_away <= $4, true))`,
				t.e.id, t.kind, t.score.Home, t.score.Away, t.above)
		case t.kind == TruthAnnulled: // a second time to the same score: the first one holds, too
			_, err = a.tx.Exec(ctx, `
				INSERT INTO sports_truth AS t (event_id, kind, home, away, at, told_at, known_at, from_home, from_away) VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp(), $7, $8)
				ON CONFLICT (event_id, kind, home, away) DO UPDATE
				   SET earlier = t.earlier + CASE WHEN t.at < t.known_at THEN tstzmultirange(tstzrange(t.at, t.known_at, '(]')) ELSE '{}' END,
				       at = excluded.at, told_at = excluded.told_at, known_at = excluded.known_at, from_home = excluded.from_home, from_away = excluded.from_away,
				       version = t.version + 1, due = true`,
				t.e.id, t.kind, t.score.Home, t.score.Away, t.at, t.told, t.from.Home, t.from.Away)
		default:
			_, err = a.tx.Exec(ctx, `
				INSERT INTO sports_truth AS t (event_id, kind, home, away, at, told_at, known_at) VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp())
				ON CONFLICT (event_id, kind, home, away) DO UPDATE
				   SET at = least(excluded.at, CASE WHEN t.at IS NOT NULL THEN t.told_at END),
				       told_at = CASE WHEN t.at IS NULL THEN excluded.told_at ELSE t.told_at END,
				       known_at = CASE WHEN t.at IS NULL THEN excluded.known_at ELSE t.known_at END, version = t.version + 1, due = true
				 WHERE t.at IS DISTINCT FROM least(excluded.at, CASE WHEN t.at IS NOT NULL THEN t.told_at END) AND NOT ($7 AND t.at <= excluded.at)`,
				t.e.id, t.kind, t.score.Home, t.score.Away, t.at, t.told, t.least)
		}
		if err != nil {
			return fmt.Errorf("truths: %w", err)
		}
	}
	a.truths = nil
	return nil
}
