package testkittest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/ledger/wallet"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestAMadeMemberIsReadyToPlay(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	p := factory.Partner(t, db)
	m := factory.Member(t, db, func(m *factory.M) { m.Parent, m.Cash, m.Points = p.MemID, 125_000, 3_200 })
	factory.Staff(t, db)
	w, err := wallet.Balance(t.Context(), db, m.MemID, "KRW")
	require.NoError(t, err)
	require.Equal(t, wallet.State{Cash: 125_000, Points: 3_200, Version: 2}, w)
}
