package cash_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
)

// An event at the moment of the approval would tell what the board hides for a minute.
func TestTheBoardIsToldWhenItShowsSomethingNewD57(t *testing.T) {
	s := open(t)
	p := factory.Partner(t, s.db)
	m := s.member(0, func(m *factory.M) { m.Parent = p.MemID })
	boards := cash.NewBoards(s.db, s.clk, site.New(s.db, s.clk))
	told := func() int {
		t.Helper()
		require.NoError(t, boards.Tell(t.Context()))
		return len(s.strings("SELECT data1 || data2 || member || path || topic FROM outbox_event WHERE cmd = 'CASHLIST'"))
	}
	require.Zero(t, told())
	r := s.must(s.deposit(m, 150_000))
	require.NoError(t, s.approve(r))
	s.clk.Advance(59 * time.Second)
	require.Zero(t, told(), "not yet shown")
	s.clk.Advance(time.Second)
	require.Equal(t, 1, told())
	s.clk.Advance(10 * time.Second)
	require.Equal(t, 1, told(), "nothing new")

	another := cash.NewBoards(s.db, s.clk, site.New(s.db, s.clk)) // a process that does not know what was told
	require.NoError(t, another.Tell(t.Context()))
	require.Equal(t, 2, told())

	refused := s.must(s.deposit(s.member(0), 50_000))
	require.NoError(t, s.refuse(refused))
	s.clk.Advance(2 * time.Minute)
	require.Equal(t, 2, told(), "what was refused is not on the board")
}
