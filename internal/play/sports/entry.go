package sports

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// Ended is how a match ended. Of soccer and handball the scores are those after the regular time (D-65).
type Ended struct {
	Void string      `json:"void"` // cancelled, abandoned or postponed: there is no result; else empty
	Full odds.Score  `json:"full"` // of an abandoned match that of the moment: what it decides stands; of a cancelled or postponed one 0:0
	Half *odds.Score `json:"half"` // of the first half; null: not known
	// HalfOpen: the match was abandoned in its first half, and half is that of the moment.
	HalfOpen bool `json:"halfOpen,omitzero"`
	// Scores are those of the parts that are counted in another unit (the games of sets), by their names: s1, s2 and so on. Without all of them, markets in that unit wait.
	Scores map[string]odds.Score `json:"scores,omitempty"`
}

// EnteredResult is a result that staff enters, and what a request for approval keeps of it.
type EnteredResult struct {
	Event   int64  `json:"eventIdx"`
	Home    string `json:"home"`
	Away    string `json:"away"`
	Version int    `json:"version"` // of the result that staff was shown; 0: there was none
	Was     *Ended `json:"was"`     // that result; null: there was none
	Ended
	Source string `json:"source"` // where staff has it from
}

// AskedResult returns the result that a request for approval wants to enter, unless AskedMarket returns a market.
func AskedResult(detail json.RawMessage) (r EnteredResult, err error) {
	if err := json.Unmarshal(detail, &r); err != nil {
		return r, fmt.Errorf("asked result: %w", err)
	}
	return r, nil
}

// voids are why a match has no result.
var voids = []string{"cancelled", fixture.Abandoned, Postponed}

// check brings a result to the form in which it is kept. E001: a score that cannot be, another reason why there is no result, or no source.
func (r EnteredResult) check() (EnteredResult, error) {
	var err error
	if r.Source, err = words(r.Source); err != nil {
		return r, err
	}
	if r.Void != "" && r.Void != fixture.Abandoned {
		r.Full, r.Half, r.HalfOpen, r.Scores = odds.Score{}, nil, false, nil
	}
	if r.Void != "" && !slices.Contains(voids, r.Void) || !fixture.Possible(r.Full, r.Half) || r.HalfOpen && (r.Void == "" || r.Half == nil) {
		return r, fault.Failed
	}
	return r, nil
}

// target names a request for approval: one for each result that staff would have.
func (r EnteredResult) target() string {
	text := fmt.Sprintf("%d:%d:", r.Event, r.Version)
	if r.Void != "" {
		text += r.Void
		if r.Void != fixture.Abandoned {
			return text
		}
		text += ":"
	}
	text += fmt.Sprintf("%d-%d", r.Full.Home, r.Full.Away)
	if r.Half != nil {
		text += fmt.Sprintf(":%d-%d", r.Half.Home, r.Half.Away)
	}
	if r.HalfOpen {
		text += ":open"
	}
	for _, part := range slices.Sorted(maps.Keys(r.Scores)) {
		text += fmt.Sprintf(":%s=%d-%d", part, r.Scores[part].Home, r.Scores[part].Away)
	}
	return text
}

// EnterResult enters the result of a match, or corrects it, or asks for the second person that this needs (U035). Its open bets are settled by it, as by a
// result of the feed; bets that an earlier one settled stay as they are (settle.Outdated). C019: the match has another result than staff was shown, it has this
// one already, or it has not begun. E001: no such match, a score that cannot be, no source or no reason.
func (o *Office) EnterResult(ctx context.Context, siteID string, by audit.Actor, r EnteredResult, reason string) error {
	reason, err := words(reason)
	if err != nil {
		return err
	}
	if r, err = r.check(); err != nil {
		return err
	}
	return o.doOrAsk(ctx, siteID, by, reason, func(tx pgx.Tx) (approval.Effect, error) {
		return o.enter(ctx, tx, by, r, reason)
	}, func(tx pgx.Tx) (target string, detail any, err error) {
		h, err := o.mayEnter(ctx, tx, r)
		if err != nil {
			return "", nil, err
		}
		asked := r
		asked.Home, asked.Away, asked.Was = h.home, h.away, h.a.results[r.Event].ended()
		return r.target(), asked, nil
	})
}

// doOrAsk does what decides bets on a match, or asks for the second person that the site wants for it (U035): ask checks it and returns what the request names
// and keeps. U029: staff of another site than that of the book.
func (o *Office) doOrAsk(ctx context.Context, siteID string, by audit.Actor, reason string,
	do func(tx pgx.Tx) (approval.Effect, error), ask func(tx pgx.Tx) (target string, detail any, err error),
) error {
	st, err := o.sites.Fresh(ctx, siteID)
	if err != nil {
		return fmt.Errorf("sports: decide: %w", err)
	}
	needs := st.Options.NeedsApproval(site.SportsResult)
	err = audit.Act(ctx, o.db, func(tx pgx.Tx) (*audit.Entry, error) {
		if err := decides(ctx, tx, siteID); err != nil {
			return nil, err
		}
		if !needs {
			done, err := do(tx)
			return &audit.Entry{Actor: by, Site: siteID, Action: done.Entry.Action, Target: done.Entry.Target, Detail: done.Detail}, err
		}
		target, asked, err := ask(tx)
		if err != nil {
			return nil, err
		}
		detail, err := json.Marshal(asked)
		if err != nil {
			return nil, fmt.Errorf("sports: decide: %w", err)
		}
		return o.approvals.Ask(ctx, tx, st, by, approval.Subject{Kind: site.SportsResult, Target: target, Detail: detail, Reason: reason})
	})
	if err == nil && needs {
		err = fault.SecondPersonNeeded
	}
	return err
}

// ended returns what a result says; of no result nil.
func (r *result) ended() *Ended {
	if r == nil {
		return nil
	}
	return &Ended{Void: r.void, Full: r.full, Half: r.half, HalfOpen: r.halfOpen, Scores: r.scores}
}

// lockDecided locks a match whose bets are about to be decided, after its feed, as Apply does.
func (o *Office) lockDecided(ctx context.Context, tx pgx.Tx, event int64) (h heldMatch, err error) {
	feed, _, err := feedOf(ctx, tx, event)
	if err != nil {
		return h, err
	}
	if err := lockFeed(ctx, tx, feed); err != nil {
		return h, err
	}
	return o.lockMatch(ctx, tx, event)
}

// mayEnter locks the feed and the match of a result, and checks it against where the match stands now.
func (o *Office) mayEnter(ctx context.Context, tx pgx.Tx, r EnteredResult) (h heldMatch, err error) {
	if h, err = o.lockDecided(ctx, tx, r.Event); err != nil {
		return h, err
	}
	if err := h.a.loadResults(ctx, []int64{r.Event}); err != nil {
		return h, err
	}
	if !r.fits(h.m.sport) {
		return h, fault.Failed
	}
	known, version := h.a.results[r.Event], 0
	if known != nil {
		version = known.version
	}
	early := r.Void == "" && known == nil && (h.m.state == fixture.Postponed || h.m.state == fixture.Scheduled && h.m.startsAt.After(h.a.now))
	if version != r.Version || early || h.m.over() && known != nil && known.same(r.result(h.m)) {
		return h, fault.PaymentProblem.Wrap(errUnchanged)
	}
	return h, nil
}

// fits reports whether the scores are those of a match of the sport: a half where there are halves, and parts that make up the score.
func (r EnteredResult) fits(sport odds.Sport) bool {
	if r.Half != nil && !sport.Halves() {
		return false
	}
	if len(r.Scores) == 0 {
		return true
	}
	for n := range len(r.Scores) {
		part, known := r.Scores[sport.Part(n+1)]
		if !known || !fixture.Possible(part, nil) {
			return false
		}
	}
	_, ok := sport.InnerScore(r.Full, r.Scores, r.Void != "")
	return ok
}

// result is what is stored of it.
func (r EnteredResult) result(e *match) *result {
	next := &result{void: r.Void, full: r.Full, half: r.Half, halfOpen: r.HalfOpen, scores: r.Scores, source: r.Source}
	if next.void == "" && next.full == e.score && len(next.scores) == 0 {
		next.scores = e.scores
	}
	if sum, ok := e.sport.InnerScore(next.full, next.scores, next.void != ""); ok && next.scored() {
		next.inner = &sum
	}
	return next
}

// enter writes a result in tx in the name of by.
func (o *Office) enter(ctx context.Context, tx pgx.Tx, by audit.Actor, r EnteredResult, reason string) (out approval.Effect, err error) {
	h, err := o.mayEnter(ctx, tx, r)
	if err != nil {
		return out, err
	}
	next, was := r.result(h.m), h.a.results[r.Event]
	next.by, next.seq = by.ID, h.m.seq
	if was != nil { // what the feed said up to now is older
		next.seq = max(next.seq, was.seq)
	}
	h.a.addResult(h.m, next)
	for _, step := range []func(context.Context) error{h.a.writeEvents, h.a.writeResults, h.a.tell} {
		if err := step(ctx); err != nil {
			return out, err
		}
	}
	out.Entry = audit.Entry{Action: "sports.result", Target: strconv.FormatInt(r.Event, 10)}
	out.Detail = map[string]any{ // S-72, S-81
		"home": h.home, "away": h.away, "was": was.ended(), "is": r.Ended, "version": next.version, "source": r.Source, "reason": reason,
	}
	return out, nil
}

// approvedResult is approval.Action.Do of a result, and of a market that becomes void.
func (o *Office) approvedResult(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, r approval.Request) (out approval.Effect, err error) {
	if err := decides(ctx, tx, st.ID); err != nil { // the option may have changed since
		return out, err
	}
	market, err := AskedMarket(r.Detail)
	if err != nil {
		return out, err
	}
	if market != nil && market.Undo {
		return o.unvoid(ctx, tx, *market, r.Reason)
	}
	if market != nil {
		return o.void(ctx, tx, by, *market, r.Reason)
	}
	asked, err := AskedResult(r.Detail)
	if err != nil {
		return out, err
	}
	return o.enter(ctx, tx, by, asked, r.Reason)
}
