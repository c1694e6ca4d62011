package sports

import (
	"context"
	"encoding/json"
	"fmt"
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

// Ended is how a match ended.
type Ended struct {
	Void string      `json:"void"` // cancelled, abandoned or postponed: there is no result, and full is 0:0; else empty
	Full odds.Score  `json:"full"`
	Half *odds.Score `json:"half"` // of the first half; null: not known
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
var voids = []string{"cancelled", "abandoned", Postponed}

// check brings a result to the form in which it is kept. E001: a score that cannot be, another reason why there is no result, or no source.
func (r EnteredResult) check() (EnteredResult, error) {
	var err error
	if r.Source, err = words(r.Source); err != nil {
		return r, err
	}
	if r.Void != "" {
		r.Full, r.Half = odds.Score{}, nil
	}
	if r.Void != "" && !slices.Contains(voids, r.Void) || !fixture.Possible(r.Full, r.Half) {
		return r, fault.Failed
	}
	return r, nil
}

// target names a request for approval: one for each result that staff would have.
func (r EnteredResult) target() string {
	text := fmt.Sprintf("%d:%d:", r.Event, r.Version)
	switch {
	case r.Void != "":
		return text + r.Void
	case r.Half != nil:
		return text + fmt.Sprintf("%d-%d:%d-%d", r.Full.Home, r.Full.Away, r.Half.Home, r.Half.Away)
	}
	return text + fmt.Sprintf("%d-%d", r.Full.Home, r.Full.Away)
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
// and keeps.
func (o *Office) doOrAsk(ctx context.Context, siteID string, by audit.Actor, reason string,
	do func(tx pgx.Tx) (approval.Effect, error), ask func(tx pgx.Tx) (target string, detail any, err error),
) error {
	st, err := o.sites.Fresh(ctx, siteID)
	if err != nil {
		return fmt.Errorf("sports: decide: %w", err)
	}
	needs := st.Options.NeedsApproval(site.SportsResult)
	err = audit.Act(ctx, o.db, func(tx pgx.Tx) (*audit.Entry, error) {
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
	return &Ended{Void: r.void, Full: r.full, Half: r.half}
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
	known, version := h.a.results[r.Event], 0
	if known != nil {
		version = known.version
	}
	early := r.Void == "" && known == nil && (h.m.state == fixture.Postponed || h.m.state == fixture.Scheduled && h.m.startsAt.After(h.a.now))
	if version != r.Version || early || h.m.over() && known != nil && known.same(r.result()) {
		return h, fault.PaymentProblem.Wrap(errUnchanged)
	}
	return h, nil
}

// result is what is stored of it.
func (r EnteredResult) result() *result {
	return &result{void: r.Void, full: r.Full, half: r.Half, source: r.Source}
}

// enter writes a result in tx in the name of by.
func (o *Office) enter(ctx context.Context, tx pgx.Tx, by audit.Actor, r EnteredResult, reason string) (out approval.Effect, err error) {
	h, err := o.mayEnter(ctx, tx, r)
	if err != nil {
		return out, err
	}
	next, was := r.result(), h.a.results[r.Event]
	next.by, next.seq = by.ID, h.m.seq
	if was != nil { // what the feed said up to now is older
		next.seq = max(next.seq, was.seq)
	}
	if next.void == "" && next.full == h.m.score {
		next.scores = h.m.scores
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
func (o *Office) approvedResult(ctx context.Context, tx pgx.Tx, _ site.Site, by audit.Actor, r approval.Request) (out approval.Effect, err error) {
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
