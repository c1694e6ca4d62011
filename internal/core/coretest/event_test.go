package coretest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/event"
)

func TestAnEventHasOneAudience(t *testing.T) {
	t.Parallel()
	for want, events := range map[bool][]event.Event{
		true:  {{Member: "kim01"}, {Member: "kim01", SID: "s"}},
		false: {{}, {Topic: "admin.demo"}, {Member: "kim01", Upline: "boss01"}, {Member: "kim01", Topic: "admin.demo"}},
	} {
		for _, e := range events {
			require.Equal(t, want, e.Personal(), "%+v", e)
		}
	}
}

func TestClientsKnowEveryCommandThatIsDelivered(t *testing.T) {
	t.Parallel()
	seen := map[event.Cmd]bool{}
	for _, c := range event.Commands {
		require.False(t, seen[c], c)
		seen[c] = true
	}
	require.False(t, seen[event.Game], "it moves a projection and is not delivered")
	require.False(t, seen[event.Wallet], "the balance of another currency is not shown")
	for _, c := range []event.Cmd{"CASH", "MSG", "INSPECT", "LOGOUT", "LOCK_BET_YN", "TK999", "U017"} { // the product's own
		require.True(t, seen[c], c)
	}
}

func TestFlags(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"Y", "N"}, []string{event.YN(true), event.YN(false)})
}
