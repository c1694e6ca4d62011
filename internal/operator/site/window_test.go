package site_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

var (
	noon = time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)
	kim  = audit.Actor{ID: "kim"}
)

// calendar is a site whose scheduled maintenance a test plans.
type calendar struct {
	t     *testing.T
	db    *pgxpool.Pool
	clk   *clock.Manual
	sites *site.Service
}

func plan(t *testing.T) *calendar {
	t.Helper()
	t.Parallel()
	c := &calendar{t: t, db: pgtest.DB(t), clk: clock.NewManual(noon)}
	factory.Site(t, c.db)
	c.sites = site.New(c.db, c.clk)
	return c
}

// window is of the whole site, from one hour after noon to three, announced half an hour before.
func window(change ...func(*site.Window)) site.Window {
	w := site.Window{
		Name: site.Whole, Begins: noon.Add(time.Hour), Ends: noon.Add(3 * time.Hour), AnnounceMinutes: 30, Reason: "a new version",
		Texts: map[string]string{"en": "We move to faster machines.", "ko": "더 빠른 서버로 옮깁니다.\n잠시만 기다려 주세요."},
	}
	for _, f := range change {
		f(&w)
	}
	return w
}

func of(name string) func(*site.Window) { return func(w *site.Window) { w.Name = name } }

func during(begins, ends time.Duration) func(*site.Window) {
	return func(w *site.Window) { w.Begins, w.Ends = noon.Add(begins), noon.Add(ends) }
}

func (c *calendar) save(change ...func(*site.Window)) (int64, error) {
	return c.sites.SaveWindow(c.t.Context(), kim, "demo", window(change...))
}

func (c *calendar) must(change ...func(*site.Window)) int64 {
	c.t.Helper()
	id, err := c.save(change...)
	require.NoError(c.t, err)
	return id
}

// at moves the clock and lets the job run; it returns how many steps were done.
func (c *calendar) at(after time.Duration) int {
	c.t.Helper()
	c.clk.Set(noon.Add(after))
	n, err := site.AdvanceWindows(c.t.Context(), c.db, c.clk.Now())
	require.NoError(c.t, err)
	return n
}

func (c *calendar) now() site.Site {
	c.t.Helper()
	s, err := c.sites.Fresh(c.t.Context(), "demo")
	require.NoError(c.t, err)
	return s
}

func (c *calendar) get(id int64) site.Window {
	c.t.Helper()
	list, _, err := c.sites.Windows(c.t.Context(), "demo", paging.Slice{Count: 100})
	require.NoError(c.t, err)
	for _, w := range list {
		if w.ID == id {
			return w
		}
	}
	c.t.Fatalf("no window %d", id)
	return site.Window{}
}

func (c *calendar) step(id int64, do site.Step) error {
	c.t.Helper()
	return c.sites.StepWindow(c.t.Context(), kim, "demo", id, c.get(id).Version, do)
}

func (c *calendar) events() []string {
	c.t.Helper()
	return pgtest.Column(c.t, c.db, "SELECT cmd || ' ' || data1 FROM outbox_event ORDER BY xid, id")
}

// A window is announced, begins and ends by itself, whatever it is of, and the pages of the site are told each time.
func TestScheduledMaintenanceBeginsAndEndsByItself(t *testing.T) {
	t.Parallel()
	for name, closed := range map[string]func(*calendar) bool{
		site.Whole:           func(c *calendar) bool { return c.now().Maintenance },
		string(site.Betting): func(c *calendar) bool { return c.now().Options.BettingPaused },
		"vendor/sim": func(c *calendar) bool {
			out, err := c.sites.LeftOut(c.t.Context(), "demo")
			require.NoError(c.t, err)
			return out[site.Offer{Kind: site.OfferProvider, Key: "sim"}]
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := plan(t)
			id := c.must(of(name))
			require.Zero(t, c.at(29*time.Minute))
			require.Empty(t, c.now().Windows, "members are not told yet")
			require.Equal(t, 1, c.at(30*time.Minute))
			seen := c.now().Windows
			require.Len(t, seen, 1)
			require.Equal(t, []any{name, false, noon.Add(time.Hour), noon.Add(3 * time.Hour), "We move to faster machines."},
				[]any{seen[0].Name, seen[0].Running, seen[0].Begins.UTC(), seen[0].Ends.UTC(), seen[0].Texts["en"]})
			require.False(t, closed(c))
			require.Zero(t, c.at(time.Hour-time.Second))
			require.Equal(t, 1, c.at(time.Hour))
			require.True(t, closed(c))
			require.True(t, c.now().Windows[0].Running)
			require.Zero(t, c.at(3*time.Hour-time.Second))
			require.Equal(t, 1, c.at(3*time.Hour))
			require.False(t, closed(c))
			require.Empty(t, c.now().Windows)
			require.Equal(t, site.Ended, c.get(id).State)
			require.Zero(t, c.at(4*time.Hour))
			y := map[bool]string{true: "INSPECT Y", false: "INSPECT N"}[name == site.Whole]
			require.Equal(t, []string{"QUEUE inspect", "INSPECT N", "QUEUE inspect", y, "QUEUE inspect", "INSPECT N", "QUEUE inspect"}, c.events())
			_, err := audit.Link(t.Context(), c.db)
			require.NoError(t, err)
			require.Equal(t, []string{"maintenance.plan kim", "maintenance.announce kim", "maintenance.begin kim", "maintenance.end kim"},
				pgtest.Column(t, c.db, "SELECT action || ' ' || actor FROM audit_entry ORDER BY id"))
		})
	}
}

// Many workers at once do each step once.
func TestManyWorkersDoEachStepOfAWindowOnce(t *testing.T) {
	c := plan(t)
	c.must(func(w *site.Window) { w.AnnounceMinutes = 0 })
	for _, after := range []time.Duration{time.Hour, 3 * time.Hour} {
		c.clk.Set(noon.Add(after))
		var done sync.WaitGroup
		var steps atomic.Int64
		for range 8 {
			done.Go(func() {
				n, err := site.AdvanceWindows(t.Context(), c.db, noon.Add(after))
				if err == nil {
					steps.Add(int64(n))
				}
			})
		}
		done.Wait()
		require.EqualValues(t, 1, steps.Load())
		require.Equal(t, after == time.Hour, c.now().Maintenance)
	}
	require.Equal(t, []string{"QUEUE inspect", "INSPECT Y", "QUEUE inspect", "INSPECT N", "QUEUE inspect"}, c.events())
}

// Staff ends a window while the job does: it ends once, and who came second is told or finds nothing to do.
func TestStaffEndsAWindowWhileTheJobDoes(t *testing.T) {
	c := plan(t)
	for i := range 6 {
		begins := time.Duration(i*4+1) * time.Hour
		id := c.must(during(begins, begins+time.Hour))
		c.at(begins)
		require.True(t, c.now().Maintenance)
		version := c.get(id).Version
		c.clk.Set(noon.Add(begins + time.Hour))
		var done sync.WaitGroup
		var byStaff error
		var byJob int
		done.Go(func() { byStaff = c.sites.StepWindow(t.Context(), kim, "demo", id, version, site.EndNow) })
		done.Go(func() { byJob, _ = site.AdvanceWindows(t.Context(), c.db, c.clk.Now()) })
		done.Wait()
		if byJob == 0 {
			require.NoError(t, byStaff)
		} else {
			require.ErrorIs(t, byStaff, fault.PaymentProblem)
		}
		require.False(t, c.now().Maintenance)
		require.Equal(t, site.Ended, c.get(id).State)
		ended := 0
		for _, e := range c.events() {
			if e == "INSPECT N" {
				ended++
			}
		}
		require.Equal(t, i+1, ended-c.announced(), "the end is told once")
	}
}

// announced is how many windows were announced by the job.
func (c *calendar) announced() int {
	_, err := audit.Link(c.t.Context(), c.db)
	require.NoError(c.t, err)
	return len(pgtest.Column(c.t, c.db, "SELECT id::text FROM audit_entry WHERE action = 'maintenance.announce'"))
}

func TestAScheduleThatCannotBeKeptIsRefused(t *testing.T) {
	c := plan(t)
	year := 366 * 24 * time.Hour
	for name, bad := range map[string]func(*site.Window){
		"the end before the beginning": during(2*time.Hour, time.Hour),
		"no time at all":               during(time.Hour, time.Hour),
		"now":                          during(0, time.Hour),
		"in the past":                  during(-2*time.Hour, -time.Hour),
		"begun in the past":            during(-time.Hour, time.Hour),
		"longer than 30 days":          during(time.Hour, 30*24*time.Hour+2*time.Hour),
		"more than a year ahead":       during(year+time.Second, year+time.Hour),
		"of 100 years":                 during(time.Hour, 100*year),
		"in 100 years":                 during(100*year, 100*year+time.Hour),
		"no times":                     func(w *site.Window) { w.Begins, w.Ends = time.Time{}, time.Time{} },
	} {
		_, err := c.save(bad)
		require.ErrorIs(t, err, fault.ScheduleInvalid, name)
	}
	text := func(lang, text string) func(*site.Window) {
		return func(w *site.Window) { w.Texts = map[string]string{lang: text} }
	}
	for name, bad := range map[string]func(*site.Window){
		"a text that is too long":  text("en", strings.Repeat("가", 301)),
		"a text with a NUL":        text("en", "a\x00b"),
		"a text that is not UTF-8": text("en", "a\xffb"),
		"a language of no site":    text("xx", "text"),
		"no reason":                func(w *site.Window) { w.Reason = "  " },
		"a reason too long":        func(w *site.Window) { w.Reason = strings.Repeat("x", 201) },
		"a reason of two lines":    func(w *site.Window) { w.Reason = "a\nb" },
		"no name":                  of(""),
		"an unknown function":      of("tea"),
		"a group of games":         of("group/slot"),
		"a kind of nothing":        of("planet/mars"),
		"announced afterwards":     func(w *site.Window) { w.AnnounceMinutes = -1 },
		"announced a year ahead":   func(w *site.Window) { w.AnnounceMinutes = 7*24*60 + 1 },
		"a window that is not":     func(w *site.Window) { w.ID, w.Version = 99, 1 },
	} {
		_, err := c.save(bad)
		require.ErrorIs(t, err, fault.Failed, name)
	}
	for name, good := range map[string]func(*site.Window){
		"30 days": during(time.Hour, 30*24*time.Hour+time.Hour), "a year ahead": during(year, year+time.Hour), "300 letters": text("ko", " "+strings.Repeat("가", 300)+" "),
	} {
		_, err := c.save(good, of(map[string]string{"30 days": "betting", "a year ahead": "deposit", "300 letters": "points"}[name]))
		require.NoError(t, err, name)
	}
	require.Len(t, pgtest.Column(t, c.db, "SELECT id::text FROM site_window"), 3, "what was refused changed nothing")
	require.Len(t, pgtest.Column(t, c.db, "SELECT id::text FROM audit_entry"), 3)
}

func TestWindowsOfOneSwitchDoNotOverlap(t *testing.T) {
	c := plan(t)
	id := c.must()
	for _, w := range []func(*site.Window){
		during(time.Hour, 3*time.Hour), during(2*time.Hour, 4*time.Hour), during(30*time.Minute, 61*time.Minute), during(90*time.Minute, 91*time.Minute), during(30*time.Minute, 9*time.Hour),
	} {
		_, err := c.save(w)
		require.ErrorIs(t, err, fault.ScheduleOverlaps)
	}
	c.must(during(3*time.Hour, 4*time.Hour))
	before := c.must(during(30*time.Minute, time.Hour))
	c.must(of("betting"))
	c.must(of("game/moonjar"))
	factory.Site(t, c.db, func(s *factory.S) { s.ID = "other" })
	_, err := c.sites.SaveWindow(t.Context(), kim, "other", window())
	require.NoError(t, err, "another site")

	w := c.get(before)
	w.Ends = noon.Add(61 * time.Minute)
	_, err = c.sites.SaveWindow(t.Context(), kim, "demo", w)
	require.ErrorIs(t, err, fault.ScheduleOverlaps, "extended into the next one")
	require.NoError(t, c.step(id, site.Cancel))
	_, err = c.sites.SaveWindow(t.Context(), kim, "demo", w)
	require.NoError(t, err, "a cancelled one takes no time")
}

func TestOfManyWhoPlanTheSameTimeOneDoes(t *testing.T) {
	c := plan(t)
	var done sync.WaitGroup
	var won atomic.Int64
	for i := range 12 {
		done.Go(func() {
			_, err := c.save(during(time.Hour+time.Duration(i)*time.Minute, 3*time.Hour))
			switch {
			case err == nil:
				won.Add(1)
			default:
				require.ErrorIs(t, err, fault.ScheduleOverlaps)
			}
		})
	}
	done.Wait()
	require.EqualValues(t, 1, won.Load())
}

func TestStaffBeginsExtendsAndEndsAWindowBeforeItsTime(t *testing.T) {
	c := plan(t)
	id := c.must()
	require.ErrorIs(t, c.step(id, site.EndNow), fault.PaymentProblem, "it has not begun")
	require.ErrorIs(t, c.step(id, "pause"), fault.Failed)
	require.NoError(t, c.step(id, site.BeginNow))
	require.True(t, c.now().Maintenance)
	w := c.get(id)
	require.Equal(t, []any{site.Running, noon}, []any{w.State, w.Begins.UTC()})
	require.ErrorIs(t, c.step(id, site.BeginNow), fault.PaymentProblem)
	require.ErrorIs(t, c.step(id, site.Cancel), fault.PaymentProblem, "it runs")
	require.Zero(t, c.at(time.Hour), "it does not begin twice")

	c.clk.Set(noon.Add(2 * time.Hour))
	w.Ends = noon.Add(5 * time.Hour)
	_, err := c.sites.SaveWindow(t.Context(), kim, "demo", w)
	require.NoError(t, err)
	_, err = c.sites.SaveWindow(t.Context(), kim, "demo", w)
	require.ErrorIs(t, err, fault.PaymentProblem, "a stale form")
	require.Zero(t, c.at(3*time.Hour))
	require.Equal(t, noon.Add(5*time.Hour), c.now().Windows[0].Ends.UTC(), "members see the new end")
	w = c.get(id)
	for _, bad := range []func(){
		func() { w.Begins = noon.Add(4 * time.Hour) },
		func() { w.Begins, w.Name = noon, "betting" },
	} {
		bad()
		_, err = c.sites.SaveWindow(t.Context(), kim, "demo", w)
		require.ErrorIs(t, err, fault.Failed, "of one that runs only the end, the texts and the reason change")
	}
	w = c.get(id)
	w.Ends = noon.Add(2 * time.Hour)
	_, err = c.sites.SaveWindow(t.Context(), kim, "demo", w)
	require.ErrorIs(t, err, fault.ScheduleInvalid, "an end in the past")

	require.NoError(t, c.step(id, site.EndNow))
	require.False(t, c.now().Maintenance)
	require.Equal(t, site.Ended, c.get(id).State)
	require.ErrorIs(t, c.step(id, site.EndNow), fault.PaymentProblem)
	w = c.get(id)
	w.Ends = noon.Add(9 * time.Hour)
	_, err = c.sites.SaveWindow(t.Context(), kim, "demo", w)
	require.ErrorIs(t, err, fault.PaymentProblem, "it is over")
	require.Zero(t, c.at(6*time.Hour))
}

func TestACancelledWindowClosesNothing(t *testing.T) {
	c := plan(t)
	id := c.must()
	require.Equal(t, 1, c.at(45*time.Minute))
	require.NoError(t, c.step(id, site.Cancel))
	require.Empty(t, c.now().Windows, "the banner goes")
	require.Equal(t, []string{"QUEUE inspect", "INSPECT N", "QUEUE inspect", "INSPECT N", "QUEUE inspect"}, c.events())
	require.Zero(t, c.at(2*time.Hour))
	require.False(t, c.now().Maintenance)
}

// Another one of the switch runs: beginning early would cut it short.
func TestAWindowDoesNotBeginEarlyIntoAnother(t *testing.T) {
	c := plan(t)
	c.must()
	second := c.must(during(4*time.Hour, 5*time.Hour))
	c.at(2 * time.Hour)
	require.ErrorIs(t, c.step(second, site.BeginNow), fault.ScheduleOverlaps)
	c.at(3 * time.Hour)
	require.NoError(t, c.step(second, site.BeginNow))
	require.True(t, c.now().Maintenance)
}

func TestAWindowThatFollowsAnotherTakesOver(t *testing.T) {
	c := plan(t)
	first, second := c.must(), c.must(during(3*time.Hour, 4*time.Hour))
	c.at(time.Hour)
	c.at(3*time.Hour + time.Second)
	require.Equal(t, []site.WindowState{site.Ended, site.Running}, []site.WindowState{c.get(first).State, c.get(second).State})
	require.True(t, c.now().Maintenance)
	c.at(4 * time.Hour)
	require.False(t, c.now().Maintenance)
}

// Workers were away: a window whose end has passed closes nothing.
func TestAWindowThatWasMissedClosesNothing(t *testing.T) {
	c := plan(t)
	id := c.must()
	require.Equal(t, 1, c.at(3*time.Hour))
	require.Equal(t, site.Missed, c.get(id).State)
	require.False(t, c.now().Maintenance)
}

// Staff closed the site by hand for a reason of their own: the end of a window does not open it.
func TestTheEndOfAWindowLeavesClosedWhatStaffClosedBefore(t *testing.T) {
	c := plan(t)
	id := c.must()
	require.NoError(t, c.sites.SetMaintenance(t.Context(), kim, "demo", true, "an alarm"))
	c.at(time.Hour)
	require.Equal(t, site.Running, c.get(id).State)
	c.at(3 * time.Hour)
	require.Equal(t, site.Ended, c.get(id).State)
	require.True(t, c.now().Maintenance)
	require.Empty(t, c.now().Windows, "the time of its end is not promised any more")
}

func TestOpeningByHandEndsTheWindowThatRuns(t *testing.T) {
	c := plan(t)
	id := c.must()
	c.at(time.Hour)
	require.NoError(t, c.sites.SetMaintenance(t.Context(), kim, "demo", false, "it went well"))
	require.Equal(t, site.Ended, c.get(id).State)
	require.Empty(t, c.now().Windows)
	require.NoError(t, c.sites.SetMaintenance(t.Context(), kim, "demo", true, "an alarm"))
	require.Zero(t, c.at(3*time.Hour), "its end opens nothing any more")
	require.True(t, c.now().Maintenance)
}

func TestAWindowIsOfOneSite(t *testing.T) {
	c := plan(t)
	factory.Site(t, c.db, func(s *factory.S) { s.ID = "other" })
	id := c.must()
	for _, do := range []site.Step{site.BeginNow, site.EndNow, site.Cancel} {
		require.ErrorIs(t, c.sites.StepWindow(t.Context(), kim, "other", id, 1, do), fault.Failed)
	}
	w := c.get(id)
	_, err := c.sites.SaveWindow(t.Context(), kim, "other", w)
	require.ErrorIs(t, err, fault.Failed)
	list, total, err := c.sites.Windows(t.Context(), "other", paging.Slice{Count: 10})
	require.NoError(t, err)
	require.Empty(t, list)
	require.Zero(t, total)
	c.at(time.Hour)
	other, err := c.sites.Fresh(t.Context(), "other")
	require.NoError(t, err)
	require.False(t, other.Maintenance)
}

func TestTheListShowsWhatIsNotOverFirst(t *testing.T) {
	c := plan(t)
	for i := range 3 {
		c.must(during(time.Duration(i+1)*time.Hour, time.Duration(i+2)*time.Hour))
	}
	require.NoError(t, c.step(c.must(during(9*time.Hour, 10*time.Hour)), site.Cancel))
	list, total, err := c.sites.Windows(t.Context(), "demo", paging.Slice{Count: 2, Skip: 2})
	require.NoError(t, err)
	require.EqualValues(t, 4, total)
	require.Equal(t, "planned cancelled", fmt.Sprint(list[0].State, " ", list[1].State))
}

// A worker that freezes with the site's row is ended by the server after a second, so that the switch of an emergency need not wait for it.
func TestAFrozenWorkerHoldsNoSiteForLong(t *testing.T) {
	c := plan(t)
	c.must()
	_, err := c.db.Exec(t.Context(), `
		CREATE FUNCTION test_limit() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN RAISE EXCEPTION 'idle limit %', current_setting('idle_in_transaction_session_timeout'); END $$;
		CREATE TRIGGER test_limit BEFORE UPDATE ON site_window FOR EACH ROW EXECUTE FUNCTION test_limit()`)
	require.NoError(t, err)
	_, err = site.AdvanceWindows(t.Context(), pgtest.Strict(t, c.db), noon.Add(time.Hour))
	require.ErrorContains(t, err, "idle limit 1s")
}
