package member_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/account/member"
	"hubstake/internal/core/id"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/vault"
	"hubstake/internal/testkit/factory"
)

// keyed returns the service with a seal key and a pepper, and others that are accepted.
func (w *world) keyed(t *testing.T, seal, pepper config.Key, seals, peppers []config.Key) (*member.Service, *vault.Vault) {
	t.Helper()
	k, _ := factory.Keys(t, w.clk)
	var err error
	k.Sealer, err = token.NewSealer(seal, seals...)
	require.NoError(t, err)
	k.Vault, err = vault.New(seal, seals...)
	require.NoError(t, err)
	k.Hasher = member.NewHasher(member.Cost{Memory: 8, Time: 1, Lanes: 1}, pepper, peppers...)
	return member.New(w.db, w.clk, site.New(w.db, w.clk), k), k.Vault
}

// Seal key and pepper are changed for others while members and staff work; then the old ones are removed, and everything opens.
func TestSealKeyAndPepperRotateWhilePeopleLogIn(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	w := newWorld(t, nil)
	before, pepperBefore := config.Key(factory.Key()), config.Key{1} // those of the factory
	after, pepperAfter := config.Key(id.Key()), config.Key(id.Key())
	staff := factory.Staff(t, w.db)
	for range 450 { // more than two batches
		factory.Staff(t, w.db)
	}
	m, idle := factory.Member(t, w.db), factory.Member(t, w.db)

	during, vaultDuring := w.keyed(t, after, pepperAfter, []config.Key{before}, []config.Key{pepperBefore})
	stop, cancel := context.WithCancel(ctx)
	var work sync.WaitGroup
	for _, s := range []*member.Service{w.s, during} { // a node of before the rotation, and one of after
		work.Go(func() {
			for stop.Err() == nil {
				_, err := s.Login(ctx, member.Credentials{Site: "demo", MemID: m.MemID, Password: factory.Password, Origin: origin})
				if err != nil {
					t.Errorf("log-in: %v", err)
					return
				}
			}
		})
	}
	require.NoError(t, during.VerifyPIN(ctx, m.MemID, factory.PIN), "made with the pepper before")
	n, err := member.Reseal(ctx, w.db, vaultDuring)
	cancel()
	work.Wait()
	require.NoError(t, err)
	require.Equal(t, 451, n)
	n, err = member.Reseal(ctx, w.db, vaultDuring)
	require.NoError(t, err)
	require.Zero(t, n)

	uses, err := member.KeyUses(ctx, w.db)
	require.NoError(t, err)
	require.Contains(t, uses, member.KeyUse{Kind: "PIN", Key: pepperBefore.ID(), Rows: 1}, "of the member who did not use it")
	require.Contains(t, uses, member.KeyUse{Kind: "PIN", Key: pepperAfter.ID(), Rows: 1})
	require.Contains(t, uses, member.KeyUse{Kind: "TOTP secret", Key: after.ID(), Rows: 451})
	require.NoError(t, during.VerifyPIN(ctx, idle.MemID, factory.PIN))

	w.s, _ = w.keyed(t, after, pepperAfter, nil, nil)
	require.NoError(t, w.s.VerifyPIN(ctx, m.MemID, factory.PIN))
	require.NoError(t, w.s.VerifyPIN(ctx, idle.MemID, factory.PIN))
	_, _, err = w.staffLogin(ctx, staff.ID, staff.Password, w.code(t, 0))
	require.NoError(t, err)
}
