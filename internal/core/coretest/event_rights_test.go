package coretest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/event"
	"hubstake/internal/core/right"
)

// partnerCmds are the events that persons of the partner area hear live, with the right that shows the same over HTTP.
var partnerCmds = map[event.Cmd]right.Right{
	event.Join: right.LowerRead, event.Login: right.LowerRead, event.Leave: right.LowerRead, event.CashReq: right.MoneyRead, event.PT: right.MoneyRead,
	event.Bet: right.PlayRead,
}

func TestLiveFiguresOfAPartnerNeedTheRightOfTheSamePages(t *testing.T) {
	t.Parallel()
	all := append(right.All(), right.Partners()...)
	for _, one := range all {
		rights := event.ParseRights("," + string(one) + ",")
		follows := false
		for cmd, need := range partnerCmds {
			require.Equal(t, one == need, rights.See(cmd, "kim01"), "%s with %s", cmd, one)
			follows = follows || one == need && cmd != event.PT
		}
		require.Equal(t, follows, rights.FollowsDownline(), one)
		for _, cmd := range []event.Cmd{event.Logout, event.Replaced, event.Maintenance, event.Resync, event.Probe} {
			require.True(t, rights.See(cmd, ""), "%s is for every session", cmd)
		}
	}
}

func TestNoListOfRightsOpensTheAccountOfAMember(t *testing.T) {
	t.Parallel()
	names := []string{}
	for _, one := range append(right.All(), right.Partners()...) {
		names = append(names, string(one))
	}
	everything := event.ParseRights(strings.Join(names, ","))
	for _, cmd := range []event.Cmd{event.Cash, event.Msg, event.LockBet, event.GameOver, event.Reality} {
		require.False(t, everything.See(cmd, ""), cmd)
		require.True(t, event.OwnAccount.See(cmd, ""), cmd)
	}
	require.NotEqual(t, event.OwnAccount, everything)
}

func TestStaffAndPartnersDoNotShareRights(t *testing.T) {
	t.Parallel()
	for _, one := range right.Partners() {
		require.NotContains(t, right.All(), one)
		require.False(t, event.ParseRights(string(one)).See(event.Queue, "in"), one)
		require.False(t, event.ParseRights(string(one)).See(event.Queue, "inspect"), one)
	}
	for _, one := range right.All() {
		require.False(t, event.ParseRights(string(one)).FollowsDownline(), one)
	}
}
