package promo_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
)

// desk is a site whose settings need two persons: one who sets them, another one, and two who may approve.
type desk struct {
	world
	approvals          *approval.Service
	setter, other      audit.Actor
	boss, secondBoss   audit.Actor
	attendance, richer promo.Attendance
}

func openDesk(t *testing.T, options ...func(*factory.S)) *desk {
	t.Helper()
	d := &desk{world: open(t, append([]func(*factory.S){twoSet}, options...)...)}
	d.approvals = d.approvalsOf(d.a)
	d.setter, d.other = d.person(right.Promo), d.person(right.Promo)
	d.boss, d.secondBoss = d.person(right.Approve, right.Promo), d.person(right.Approve)
	d.attendance = promo.Attendance{Active: true, Points: 100, Streaks: []promo.Streak{{Days: 3, Points: 300}}}
	d.richer = promo.Attendance{Active: true, Points: 5_000, Streaks: []promo.Streak{{Days: 3, Points: 300}}}
	return d
}

// twoSet makes settings need a second person, as they do by default.
func twoSet(s *factory.S) { delete(s.Options, "approvals") }

func (d *desk) save(by audit.Actor, version int32, a promo.Attendance) error {
	return d.a.SaveAttendance(d.Context(), by, "demo", promo.Form{Version: version, Reason: "spring"}, a)
}

func (d *desk) approve(by audit.Actor, w promo.Waiting) error {
	return d.approvals.Approve(d.Context(), approval.Decision{Actor: by, Site: "demo", ID: w.Request.ID, Version: w.Request.Version})
}

func (d *desk) waiting() []promo.Waiting {
	d.Helper()
	list, needed, err := d.a.WaitingChanges(d.Context(), "demo")
	require.NoError(d, err)
	require.True(d, needed)
	return list
}

// now returns what the site gives for coming, and the version of that.
func (d *desk) now() (promo.Attendance, int32) {
	d.Helper()
	s, err := d.b.Settings(d.Context(), "demo")
	require.NoError(d, err)
	return s.Attendance, s.Stamps["attendance"].Version
}

// set sets the attendance with two persons.
func (d *desk) set(version int32, a promo.Attendance) {
	d.Helper()
	d.refused("U035", d.save(d.setter, version, a))
	require.NoError(d, d.approve(d.boss, d.waiting()[0]))
}

// S-84: one person alone cannot raise what the house gives; the second one sees what changes.
func TestSettingsOfMoneyNeedTwoPersons(t *testing.T) {
	d := openDesk(t)
	for range 2 {
		d.refused("U035", d.save(d.setter, 0, d.attendance))
	}
	d.refused("U035", d.save(d.other, 0, d.richer))
	now, version := d.now()
	require.Equal(t, promo.Attendance{Streaks: []promo.Streak{}}, now, "nothing holds yet")
	require.Zero(t, version)
	waiting := d.waiting()
	require.Len(t, waiting, 2, "the same change is asked for once")
	first := waiting[1]
	require.Equal(t, promo.Change{
		Name: "attendance", Before: promo.Values{Attendance: &now}, After: promo.Values{Attendance: &d.attendance},
	}, first.Change)
	require.Equal(t, []string{d.setter.ID, "spring"}, []string{first.Request.AskedBy, first.Request.Reason})

	d.refused("U036", d.approve(d.setter, first)) // the asker cannot approve
	d.refused("U029", d.approve(d.other, first))  // the right to set is not that to approve
	require.NoError(t, d.approve(d.boss, first))
	now, version = d.now()
	require.Equal(t, d.attendance, now)
	require.EqualValues(t, 1, version)
	require.Equal(t, []string{d.boss.ID + " " + d.setter.ID + " spring 1"}, d.strings(
		"SELECT concat_ws(' ', actor, detail->>'askedBy', detail->>'reason', detail->>'version') FROM audit_entry WHERE action = 'promo.setting'"))
	require.Equal(t, []string{d.setter.ID}, d.strings("SELECT set_by FROM promo_setting"))

	d.refused("C019", d.approve(d.boss, waiting[0])) // it replaces a version that no longer holds
	require.Equal(t, []string{"failed C019"}, d.strings("SELECT state || ' ' || code FROM approval_request WHERE state <> 'approved'"))
	now, _ = d.now()
	require.Equal(t, d.attendance, now)
	d.refused("C019", d.save(d.setter, 0, d.richer)) // a form of before is not even asked for
	require.Empty(t, d.waiting())
}

// Every setting is asked for, the person who asks for one with the right to approve included.
func TestEverySettingNeedsASecondPerson(t *testing.T) {
	d := openDesk(t)
	rates := make([]int64, promo.Levels)
	rates[0] = 1_000
	for _, rule := range promo.Rules {
		d.refused("U035", d.a.SaveBonus(t.Context(), d.boss, "demo", rule, promo.Form{}, promo.Bonus{Active: true, Unit: wallet.Cash, Rates: rates, Cap: 1}))
	}
	d.refused("U035", d.a.SaveWheel(t.Context(), d.boss, "demo", promo.Form{}, wheel))
	d.refused("E001", d.a.SaveWheel(t.Context(), d.boss, "demo", promo.Form{Reason: strings.Repeat("x", 201)}, wheel))
	for _, w := range d.waiting() {
		d.refused("U036", d.approve(d.boss, w))
		require.NoError(t, d.approve(d.secondBoss, w))
	}
	s, err := d.b.Settings(t.Context(), "demo")
	require.NoError(t, err)
	require.Equal(t, wheel, s.Wheel)
	for _, rule := range promo.Rules {
		require.Equal(t, rates, s.Bonuses[rule].Rates)
	}
}

// Switching off is quick: one person does it. A form that changes more than that waits.
func TestSwitchingOffNeedsOnePerson(t *testing.T) {
	d := openDesk(t)
	d.set(0, d.attendance)
	off := d.attendance
	off.Active = false
	d.refused("U035", d.save(d.setter, 1, promo.Attendance{Points: 5_000, Streaks: off.Streaks}))
	require.NoError(t, d.save(d.setter, 1, off))
	now, version := d.now()
	require.Equal(t, off, now)
	require.EqualValues(t, 2, version)
	require.NoError(t, d.save(d.setter, 2, off), "what is so already makes no version")
	_, version = d.now()
	require.EqualValues(t, 2, version)
	d.refused("U035", d.save(d.setter, 2, d.attendance)) // switching on again gives money
	require.Equal(t, promo.Values{Attendance: &off}, d.waiting()[0].Before)
	w := d.waiting()
	d.refused("C019", d.approve(d.boss, w[1])) // the change of before it was switched off
	require.NoError(t, d.approve(d.boss, w[0]))

	d.refused("U035", d.a.SaveWheel(t.Context(), d.setter, "demo", promo.Form{}, wheel))
	require.NoError(t, d.approve(d.boss, d.waiting()[0]))
	stopped := wheel
	stopped.Active = false
	require.NoError(t, d.a.SaveWheel(t.Context(), d.setter, "demo", promo.Form{Version: 1}, stopped))
	b := promo.Bonus{Active: true, Unit: wallet.Cash, Rates: make([]int64, promo.Levels), Cap: 1}
	d.refused("U035", d.a.SaveBonus(t.Context(), d.setter, "demo", promo.RuleNew, promo.Form{}, b))
	require.NoError(t, d.approve(d.boss, d.waiting()[0]))
	b.Active = false
	require.NoError(t, d.a.SaveBonus(t.Context(), d.setter, "demo", promo.RuleNew, promo.Form{Version: 1}, b))
}

// Two approve at once on two nodes, and fifty times: one effect.
func TestOfManyApprovalsOneChangesTheSetting(t *testing.T) {
	d := openDesk(t)
	d.refused("U035", d.save(d.setter, 0, d.attendance))
	w := d.waiting()[0]
	nodes := []*approval.Service{d.approvals, d.approvalsOf(d.b)}
	codes := make([]string, 50)
	var all sync.WaitGroup
	for i := range codes {
		by := []audit.Actor{d.boss, d.secondBoss}[i/2%2]
		all.Go(func() {
			err := nodes[i%2].Approve(t.Context(), approval.Decision{Actor: by, Site: "demo", ID: w.Request.ID, Version: w.Request.Version})
			if f, ok := fault.Of(err); ok {
				codes[i] = f.Code()
			}
		})
	}
	all.Wait()
	slices.Sort(codes)
	require.Equal(t, append([]string{""}, slices.Repeat([]string{"C019"}, 49)...), codes)
	require.Equal(t, []string{"1"}, d.strings("SELECT version::text FROM promo_setting"))
	require.Equal(t, []string{"1"}, d.strings("SELECT count(*)::text FROM audit_entry WHERE action = 'promo.setting'"))
}

// Two changes of one version that are approved at once: one holds, the other one has failed.
func TestOfTwoChangesApprovedAtOnceOneHolds(t *testing.T) {
	d := openDesk(t)
	d.refused("U035", d.save(d.setter, 0, d.attendance))
	d.refused("U035", d.save(d.other, 0, d.richer))
	var all sync.WaitGroup
	errs := make([]error, 2)
	for i, w := range d.waiting() {
		all.Go(func() { errs[i] = d.approve([]audit.Actor{d.boss, d.secondBoss}[i], w) })
	}
	all.Wait()
	require.Len(t, slices.DeleteFunc(slices.Clone(errs), func(err error) bool { return err != nil }), 1)
	for _, err := range errs {
		if err != nil {
			d.refused("C019", err)
		}
	}
	_, version := d.now()
	require.EqualValues(t, 1, version)
	require.Equal(t, []string{"approved", "failed"}, d.strings("SELECT state FROM approval_request ORDER BY state"))
}

// A change that is refused, withdrawn or too old changes nothing, and who asked must still be allowed to.
func TestAChangeThatIsNotApprovedChangesNothing(t *testing.T) {
	d := openDesk(t)
	decision := func(by audit.Actor) approval.Decision {
		r := d.waiting()[0].Request
		return approval.Decision{Actor: by, Site: "demo", ID: r.ID, Version: r.Version}
	}
	d.refused("U035", d.save(d.setter, 0, d.attendance))
	d.refused("E001", d.approvals.Refuse(t.Context(), decision(d.boss), ""))
	require.NoError(t, d.approvals.Refuse(t.Context(), decision(d.boss), "too much"))
	d.refused("U035", d.save(d.setter, 0, d.attendance))
	require.NoError(t, d.approvals.Cancel(t.Context(), decision(d.setter)))

	d.refused("U035", d.save(d.setter, 0, d.attendance))
	late := decision(d.boss)
	d.clk.Advance(7 * 24 * time.Hour)
	require.Empty(t, d.waiting())
	d.refused("C019", d.approvals.Approve(t.Context(), late))

	d.refused("U035", d.save(d.setter, 0, d.attendance))
	_, err := d.db.Exec(t.Context(), "UPDATE member_staff SET rights = '{message}' WHERE staff_id = $1", d.setter.ID)
	require.NoError(t, err)
	d.refused("U037", d.approvals.Approve(t.Context(), decision(d.boss)))
	_, version := d.now()
	require.Zero(t, version)
	require.Equal(t, []string{"cancelled", "expired", "failed", "refused"}, d.strings("SELECT state FROM approval_request ORDER BY state"))
}

// A site may leave such changes to one person, like the other kinds; a rule that came since a form was read holds at once.
func TestASiteMayLeaveSettingsToOnePerson(t *testing.T) {
	d := openDesk(t, factory.OnePerson(site.PromoSettings))
	require.NoError(t, d.save(d.setter, 0, d.attendance))
	_, needed, err := d.a.WaitingChanges(t.Context(), "demo")
	require.NoError(t, err)
	require.False(t, needed)
	_, err = d.db.Exec(t.Context(), `UPDATE site_site SET options = options - 'approvals'`)
	require.NoError(t, err)
	d.refused("U035", d.save(d.setter, 1, d.richer))
	who := d.member()
	v, _, err := d.a.CheckIn(t.Context(), who)
	require.NoError(t, err)
	require.Equal(t, money.Amount(100), v.Points)
}
