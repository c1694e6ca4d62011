package approval_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/staff"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/correction"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// add is master's call that makes an account with rights.
func (o *office) add(master audit.Actor, id string, rights ...right.Right) audit.Actor {
	o.Helper()
	_, err := o.staff.Add(o.Context(), staff.Act{Actor: master, Site: "demo", ID: id}, staff.Profile{Name: "Kim", Rights: rights})
	require.NoError(o, err)
	return audit.Actor{ID: id}
}

// change is master's call that sets the rights of an account.
func (o *office) change(master, who audit.Actor, rights ...right.Right) {
	o.Helper()
	list, err := o.staff.List(o.Context(), "demo")
	require.NoError(o, err)
	for _, r := range list {
		if r.ID == who.ID {
			act := staff.Act{Actor: master, Site: "demo", ID: who.ID}
			require.NoError(o, o.staff.Change(o.Context(), act, r.Version, staff.Profile{Name: r.Name, Title: r.Title, Rights: rights}))
		}
	}
}

// askedBy is a correction for which a member of staff has asked.
func (o *office) askedBy(who audit.Actor) approval.Request {
	o.Helper()
	_, err := o.fix.Correct(o.Context(), "demo", who, correction.Correction{
		Request: "request-" + strconv.Itoa(len(o.list(approval.Query{}))), Member: o.customer(0), Unit: wallet.Cash, Amount: money.In(5_000), Reason: "paid twice",
	})
	o.refused("U035", err)
	return o.waiting()[0]
}

// S-84: two accounts that one person may hold are not two persons. A master who gave an account access, or both of them, could log in with
// it; after 24 hours they count as two, so that colleagues had the time to see it.
func TestAccountsThatOnePersonMayHoldAreNotTwoPersons(t *testing.T) {
	t.Parallel()
	master := []right.Right{right.Staff, right.Correct}
	cases := map[string]func(o *office) (asker, approver audit.Actor){
		"the asker added the approver": func(o *office) (asker, approver audit.Actor) {
			m := o.person(master...)
			return m, o.add(m, "kimtwo", right.Approve)
		},
		"the asker recovered the approver": func(o *office) (asker, approver audit.Actor) {
			m := o.person(master...)
			_, err := o.staff.Recover(o.Context(), staff.Act{Actor: m, Site: "demo", ID: o.other.ID}, "lost the phone")
			require.NoError(o, err)
			o.exec("UPDATE member_staff SET rights = '{approve}' WHERE staff_id = $1", o.other.ID)
			return m, o.other
		},
		"the asker gave the approver the right": func(o *office) (asker, approver audit.Actor) {
			m := o.person(master...)
			o.change(m, o.other, right.Cash, right.Approve)
			return m, o.other
		},
		"the asker opened the account of the approver again": func(o *office) (asker, approver audit.Actor) {
			m, kim := o.person(master...), o.person(right.Approve)
			o.exec("UPDATE member_staff SET active = false WHERE staff_id = $1", kim.ID)
			require.NoError(o, o.staff.SetActive(o.Context(), staff.Act{Actor: m, Site: "demo", ID: kim.ID}, true, "came back"))
			return m, kim
		},
		"the approver added the asker": func(o *office) (asker, approver audit.Actor) {
			m := o.person(right.Staff, right.Approve)
			return o.add(m, "kimtwo", right.Correct), m
		},
		"one master added both": func(o *office) (asker, approver audit.Actor) {
			m := o.person(right.Staff)
			return o.add(m, "kimtwo", right.Correct), o.add(m, "kimthree", right.Approve)
		},
		"the asker added a master, who added the approver": func(o *office) (asker, approver audit.Actor) {
			m := o.person(master...)
			return m, o.add(o.add(m, "kimtwo", right.Staff), "kimthree", right.Approve)
		},
		"another master changed the approver after the asker had added it": func(o *office) (asker, approver audit.Actor) {
			m := o.person(master...)
			kim := o.add(m, "kimtwo", right.Approve)
			o.change(o.person(right.Staff), kim, right.Approve, right.Message)
			return m, kim
		},
		"two masters gave each other rights": func(o *office) (asker, approver audit.Actor) {
			m, n := o.person(master...), o.person(right.Staff, right.Approve)
			o.change(m, n, right.Staff, right.Approve, right.Message)
			o.change(n, m, right.Staff, right.Correct, right.Message)
			return m, n
		},
	}
	for name, prepare := range cases {
		t.Run(name, func(t *testing.T) {
			o := open(t)
			asker, approver := prepare(o)
			r := o.askedBy(asker)
			o.refused("U036", o.approvals.Approve(t.Context(), by(approver, r)))
			o.refused("U036", o.approvals.Refuse(t.Context(), by(approver, r), "no"))
			require.Equal(t, []money.Amount{0, 0, 5_000}, o.money(r.Member))
			require.Len(t, o.waiting(), 1, "it still waits")
			require.NoError(t, o.approvals.Approve(t.Context(), by(o.boss, r)), "for another person")

			o.clk.Advance(24*time.Hour - time.Second)
			r = o.askedBy(asker)
			o.refused("U036", o.approvals.Approve(t.Context(), by(approver, r)))
			o.clk.Advance(time.Second)
			require.NoError(t, o.approvals.Approve(t.Context(), by(approver, r)))
			require.Equal(t, []money.Amount{5_000, 0, 5_000}, o.money(r.Member))
			o.sound()
		})
	}
}

// A site begins on the command line, which names no member of staff; and to look after an account is not to hold it.
func TestAccountsOfTheCommandLineAreTwoPersons(t *testing.T) {
	o := open(t)
	shell := audit.Actor{ID: "shell:root"}
	m, kim := o.add(shell, "bossone", right.Staff, right.Correct), o.add(shell, "bosstwo", right.Approve, right.Message)
	act := staff.Act{Actor: m, Site: "demo", ID: kim.ID}
	require.NoError(t, o.staff.Unlock(t.Context(), act))
	require.NoError(t, o.staff.Review(t.Context(), act))
	o.change(m, kim, right.Approve) // takes a right
	require.NoError(t, o.approvals.Approve(t.Context(), by(kim, o.askedBy(m))))
	require.Empty(t, o.strings("SELECT staff_id FROM member_staff_access"))
}

// S-84: what one person does alone within a day is added up over all accounts that it may hold, so that a master gains nothing by making more of them.
func TestTheSumOfADayIsThatOfAllAccountsOfOnePerson(t *testing.T) {
	o := open(t)
	m := o.person(right.Staff, right.Correct)
	one, two := o.add(m, "kimone", right.Correct), o.add(m, "kimtwo", right.Correct)
	below := func(who audit.Actor) error { // corrections from 1,000 on need two
		_, err := o.fix.Correct(o.Context(), "demo", who, correction.Correction{
			Request: "alone-" + who.ID, Member: o.customer(0), Unit: wallet.Cash, Amount: money.In(600), Reason: "paid twice",
		})
		return err
	}
	require.NoError(t, below(one))
	o.refused("U035", below(two))
	o.refused("U035", below(m))
	require.NoError(t, below(o.clerk), "another person")

	rules, err := o.approvals.Rules(t.Context(), "demo", m.ID)
	require.NoError(t, err)
	for _, r := range rules {
		if r.Kind == site.Correction {
			require.Equal(t, []any{money.Amount(1_000), money.Amount(600), false}, []any{r.From, r.Done, r.One})
		}
	}
}
