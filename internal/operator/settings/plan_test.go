package settings_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/settings"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/pgtest"
)

// plan schedules a change of the newest version for a time.
func (o *office) plan(at time.Time, values string) error {
	o.Helper()
	var v settings.Values
	require.NoError(o, json.Unmarshal([]byte(values), &v))
	return o.svc.Save(o.Context(), "demo", o.setter, settings.Form{Version: o.read().Version, Values: v, Note: "soon", At: &at})
}

func (o *office) advance(now time.Time) int {
	o.Helper()
	n, err := settings.AdvancePlans(o.Context(), o.db, o.rights, o.effect, now)
	require.NoError(o, err)
	return n
}

func (o *office) plans() []settings.Plan {
	o.Helper()
	list, total, err := o.svc.Plans(o.Context(), "demo", paging.Slice{Count: 100})
	require.NoError(o, err)
	require.Len(o, list, int(total))
	return list
}

func (o *office) approve(by audit.Actor, r approval.Request) error {
	o.Helper()
	return o.approvals.Approve(o.Context(), approval.Decision{Actor: by, Site: "demo", ID: r.ID, Version: r.Version})
}

func (o *office) waiting() []approval.Request {
	o.Helper()
	list, _, err := o.approvals.List(o.Context(), "demo", approval.Query{Open: true, Slice: paging.Slice{Count: 10}})
	require.NoError(o, err)
	return list
}

// S-101: a scheduled change holds from its time on, once, as a version of its author.
func TestAPlannedChangeHoldsFromItsTime(t *testing.T) {
	o := open(t, nil)
	at := noon.Add(2 * time.Hour)
	require.NoError(t, o.plan(at, `{"commentsPerDay":50}`), "values that hold already are no change")
	require.Empty(t, o.plans())
	require.NoError(t, o.plan(at, `{"commentsPerDay":7}`))
	require.Zero(t, o.advance(at.Add(-time.Microsecond)))
	require.Equal(t, 50, *o.read().Values.CommentsPerDay)
	require.Empty(t, o.history())
	require.NoError(t, o.save(0, `{"postsPerDay":3}`), "a change of another option in the meantime")

	var workers sync.WaitGroup
	for range 8 {
		workers.Go(func() {
			_, err := settings.AdvancePlans(t.Context(), o.db, o.rights, nil, at)
			require.NoError(t, err)
		})
	}
	workers.Wait()
	require.Zero(t, o.advance(at.Add(time.Hour)))
	require.Equal(t, 7, *o.read().Values.CommentsPerDay)
	require.Equal(t, 3, *o.read().Values.PostsPerDay)
	newest := o.history()[0]
	require.Len(t, o.history(), 2)
	require.Equal(t, []any{o.setter.ID, "soon", `{"commentsPerDay":50}`, `{"commentsPerDay":7}`, at},
		[]any{newest.SetBy, newest.Note, text(t, newest.Before), text(t, newest.After), newest.SetAt.UTC()})
	p := o.plans()[0]
	require.Equal(t, []any{settings.Applied, int64(2), at}, []any{p.State, *p.Version, p.Finished.UTC()})
	_, err := audit.Link(t.Context(), o.db)
	require.NoError(t, err)
	require.Equal(t, []string{"settings.plan " + o.setter.ID, "site.settings " + o.setter.ID, "site.settings " + o.setter.ID},
		pgtest.Column(t, o.db, "SELECT concat_ws(' ', action, actor) FROM audit_entry ORDER BY 1"))
	o.refused("C019", o.svc.CancelPlan(t.Context(), "demo", o.other, p.ID, "too late"))
}

// A worker that freezes with the site's row is ended by the server after a second, so that the switch of an emergency need not wait for it.
func TestAFrozenWorkerHoldsNoSiteForLong(t *testing.T) {
	o := open(t, nil)
	require.NoError(t, o.plan(noon.Add(time.Hour), `{"commentsPerDay":7}`))
	limit := ""
	n, err := settings.AdvancePlans(t.Context(), pgtest.Strict(t, o.db), func(ctx context.Context, tx pgx.Tx, siteID string, ids ...string) (map[string][]right.Right, error) {
		if err := tx.QueryRow(ctx, "SHOW idle_in_transaction_session_timeout").Scan(&limit); err != nil {
			return nil, err
		}
		return o.rights(ctx, tx, siteID, ids...)
	}, nil, noon.Add(time.Hour))
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Equal(t, "1s", limit)
}

// A change for midnight of the site's clock takes part in the rules of the new day from its first moment, wherever the site is.
func TestAPlanForMidnightIsOfTheNewDay(t *testing.T) {
	t.Parallel()
	for zone, midnight := range map[string]time.Time{
		"Asia/Seoul":       time.Date(2026, 9, 11, 15, 0, 0, 0, time.UTC),
		"America/New_York": time.Date(2026, 11, 2, 5, 0, 0, 0, time.UTC), // the clock went back a day before
		"Asia/Kolkata":     time.Date(2026, 9, 11, 18, 30, 0, 0, time.UTC),
	} {
		t.Run(zone, func(t *testing.T) {
			o := open(t, map[string]any{"timeZone": zone, "approvals": map[string]any{"settings": map[string]any{"off": true}}})
			require.NoError(t, o.plan(midnight, `{"exchangeClosedFrom":"00:00","exchangeClosedTo":"01:00"}`))
			last := midnight.Add(-time.Second)
			require.Zero(t, o.advance(last))
			require.True(t, o.read().Options.ExchangeClosed(last), "23:30 to 00:30, the defaults")
			require.Equal(t, 1, o.advance(midnight))
			options := o.read().Options
			require.Equal(t, []bool{true, true, false}, []bool{
				options.ExchangeClosed(midnight), options.ExchangeClosed(midnight.Add(45 * time.Minute)), options.ExchangeClosed(midnight.Add(time.Hour)),
			})
		})
	}
}

func TestAPlanNeedsATimeInTheComingYear(t *testing.T) {
	o := open(t, nil)
	for _, at := range []time.Time{{}, noon.Add(-time.Minute), noon, noon.Add(367 * 24 * time.Hour)} {
		o.refused("U047", o.plan(at, `{"commentsPerDay":7}`))
	}
	o.refused("U038", o.plan(noon.Add(time.Hour), `{"autoLogoutMinutes":31}`))
	require.Empty(t, o.plans())
}

// S-84: a change of money settings needs its second person before it waits for its time, and cannot be approved when that is over.
func TestAPlanOfMoneySettingsNeedsTwoPersonsFirst(t *testing.T) {
	o := open(t, nil)
	soon, later := noon.Add(time.Hour), noon.Add(48*time.Hour)
	o.refused("U035", o.plan(soon, `{"depositMin":20000}`))
	o.refused("U035", o.plan(later, `{"depositMin":20000}`))
	o.refused("U035", o.plan(later, `{"depositMin":20000}`))
	requests := o.waiting()
	require.Len(t, requests, 2, "another time is another request")
	require.Equal(t, []time.Time{noon.Add(24 * time.Hour), soon}, []time.Time{requests[0].ExpiresAt.UTC(), requests[1].ExpiresAt.UTC()})
	asked, err := settings.Asked(requests[0])
	require.NoError(t, err)
	require.Equal(t, later, asked.At.UTC())
	require.Empty(t, o.plans())
	require.Zero(t, o.advance(later), "it waits for nobody's approval but a person's")

	o.refused("U036", o.approve(o.setter, requests[0]))
	o.clk.Advance(time.Hour)
	o.refused("C019", o.approve(o.boss, requests[1]))
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() { _ = o.approve(o.boss, requests[0]) })
	}
	group.Wait()
	require.Len(t, o.plans(), 1, "approved once")
	require.EqualValues(t, 10_000, *o.read().Values.DepositMin, "it waits for its time")
	require.Equal(t, 1, o.advance(later))
	require.EqualValues(t, 20_000, *o.read().Values.DepositMin)
	require.Equal(t, []string{o.setter.ID, o.boss.ID}, []string{o.history()[0].SetBy, o.history()[0].ApprovedBy})
}

// A plan that would do something else than was seen, or that may not be done any more, changes nothing, and the masters are told.
func TestAPlanThatCannotBeAppliedFails(t *testing.T) {
	t.Parallel()
	alone := map[string]any{"approvals": map[string]any{"settings": map[string]any{"off": true}}}
	at := noon.Add(time.Hour)
	for name, c := range map[string]struct {
		values    string
		meanwhile func(o *office) error
		code      string
		option    string
	}{
		"the option was changed":      {`{"depositMin":20000}`, func(o *office) error { return o.save(0, `{"depositMin":30000}`) }, "C019", "depositMin"},
		"another option does not fit": {`{"depositMin":400000}`, func(o *office) error { return o.save(0, `{"depositMax":300000}`) }, "U040", "depositMin"},
		"a second person is needed":   {`{"depositMin":20000}`, func(o *office) error { return o.save(0, `{"approvals":{"settings":{"off":false}}}`) }, "U035", ""},
		"its author lost the right": {`{"depositMin":20000}`, func(o *office) error {
			return o.exec("UPDATE member_staff SET rights = '{cash}' WHERE staff_id = $1", o.setter.ID)
		}, "U037", ""},
		"its author was taken off": {`{"depositMin":20000}`, func(o *office) error {
			return o.exec("UPDATE member_staff SET active = false WHERE staff_id = $1", o.setter.ID)
		}, "U037", ""},
		"the limits were made tighter": {`{"autoLogoutMinutes":20}`, func(o *office) error { return o.exec(`UPDATE settings_plan SET after = '{"autoLogoutMinutes":31}'`) }, "U038", "autoLogoutMinutes"},
	} {
		t.Run(name, func(t *testing.T) {
			o := open(t, alone)
			require.NoError(t, o.plan(at, c.values))
			require.NoError(t, c.meanwhile(o))
			before := text(t, o.read().Values)
			require.Equal(t, 1, o.advance(at))
			require.Zero(t, o.advance(at.Add(time.Minute)))
			require.JSONEq(t, before, text(t, o.read().Values))
			p := o.plans()[0]
			require.Equal(t, []any{settings.Failed, c.code, c.option}, []any{p.State, p.Code, p.Params["option"]})
			require.Equal(t, []string{"settings " + o.setter.ID + " 1"}, pgtest.Column(t, o.db, "SELECT concat_ws(' ', kind, staff_id, about) FROM notice_notice WHERE site_id = 'demo'"))
			require.Equal(t, []string{c.code}, pgtest.Column(t, o.db, "SELECT detail ->> 'code' FROM audit_note WHERE action = 'settings.fail'"))
		})
	}
}

func (o *office) exec(sql string, args ...any) error {
	_, err := o.db.Exec(o.Context(), sql, args...)
	return err
}

func TestAPlanIsCancelledWithAReason(t *testing.T) {
	o := open(t, nil)
	at := noon.Add(time.Hour)
	require.NoError(t, o.plan(at, `{"commentsPerDay":7}`))
	id := o.plans()[0].ID
	cancel := func(site string, id int64, reason string) error {
		return o.svc.CancelPlan(t.Context(), site, o.other, id, reason)
	}
	o.refused("E001", cancel("demo", id, " "))
	o.refused("E001", cancel("demo", id+1, "why"))
	o.refused("E001", cancel("other", id, "why"))
	require.NoError(t, cancel("demo", id, " not now "))
	o.refused("C019", cancel("demo", id, "why"))
	require.Zero(t, o.advance(at))
	p := o.plans()[0]
	require.Equal(t, []any{settings.Cancelled, o.other.ID, "not now"}, []any{p.State, p.FinishedBy, p.Reason})
	require.Equal(t, 50, *o.read().Values.CommentsPerDay)
	require.Equal(t, []string{"settings.cancel " + o.other.ID}, pgtest.Column(t, o.db, "SELECT concat_ws(' ', action, actor) FROM audit_entry WHERE action = 'settings.cancel'"))
}

// Cancelling and applying at the same moment: one of them happens.
func TestAPlanIsEitherCancelledOrApplied(t *testing.T) {
	o := open(t, nil)
	for n := range 10 {
		at := noon.Add(time.Hour)
		require.NoError(t, o.plan(at, fmt.Sprintf(`{"commentsPerDay":%d}`, n+1)))
		id := o.plans()[0].ID
		var pair sync.WaitGroup
		var cancelled error
		pair.Go(func() { cancelled = o.svc.CancelPlan(t.Context(), "demo", o.other, id, "why") })
		pair.Go(func() { _, _ = settings.AdvancePlans(t.Context(), o.db, o.rights, nil, at) })
		pair.Wait()
		o.advance(at)
		for _, p := range o.plans() {
			if p.ID == id {
				want := settings.Applied
				if cancelled == nil {
					want = settings.Cancelled
				}
				require.Equal(t, want, p.State)
			}
		}
	}
	require.Equal(t, o.read().Version, int64(len(o.history())))
}

// Forms, plans and versions of a release that did not have a group of games leave its weight as it is.
func TestWeightsOfGroupsThatAFormDoesNotKnowStay(t *testing.T) {
	o := alone(t)
	weights := func(casino int, groups string) string {
		return fmt.Sprintf(`{"rollingWeights":{"sports":10000,"casino":%d,"slot":10000,"minigame":10000,%s"other":10000}}`, casino, groups)
	}
	is := func(casino int64) {
		t.Helper()
		w := o.read().Values.RollingWeights
		require.Equal(t, []int64{casino, 2_500, 5_000}, []int64{w.Casino, *w.Fishing, *w.Virtual})
	}
	require.NoError(t, o.save(0, weights(10_000, `"fishing":2500,"virtual":5000,`)))
	require.NoError(t, o.save(1, weights(10_000, "")), "it changes nothing")
	require.Len(t, o.history(), 1)
	require.NoError(t, o.save(1, weights(9_000, "")))
	is(9_000)
	at := noon.Add(2 * time.Hour)
	require.NoError(t, o.plan(at, weights(8_000, "")))
	_, err := o.db.Exec(t.Context(), `UPDATE settings_plan SET before = before #- '{rollingWeights,fishing}' #- '{rollingWeights,virtual}'`)
	require.NoError(t, err)
	require.Equal(t, 1, o.advance(at))
	require.Equal(t, settings.Applied, o.plans()[0].State)
	is(8_000)
}

// The effect of a change in another domain is carried out with it, in its transaction, with the options that hold from then on.
func TestWhatFollowsFromAChangeIsPartOfIt(t *testing.T) {
	o := open(t, nil)
	var seen []string
	refuse := false
	o.effect = func(ctx context.Context, tx pgx.Tx, siteID string, is site.Options, at time.Time, _ string) error {
		seen = append(seen, fmt.Sprint(siteID, " ", is.RecommendYn, " ", at.Equal(o.clk.Now())))
		if _, err := tx.Exec(ctx, "SELECT 1"); err != nil || refuse {
			return errors.Join(err, fault.Failed)
		}
		return nil
	}
	o.svc.Then(o.effect)
	set := func(value string) error {
		return o.svc.Save(t.Context(), "demo", o.setter, settings.Form{Version: o.read().Version, Values: settings.Values{RecommendYn: &value}})
	}
	require.NoError(t, set("N"))
	require.NoError(t, set("N"), "a form that changes nothing")
	require.Equal(t, []string{"demo N true"}, seen)

	refuse = true
	require.ErrorIs(t, set("Y"), fault.Failed)
	require.Equal(t, "N", o.read().Options.RecommendYn, "neither the change nor what follows from it")
	refuse, seen = false, nil
	at := noon.Add(time.Hour)
	require.NoError(t, o.plan(at, `{"recommendYn":"Y"}`))
	require.Empty(t, seen, "it has not happened yet")
	o.clk.Set(at)
	require.Equal(t, 1, o.advance(at))
	require.Equal(t, []string{"demo Y true"}, seen)
}
