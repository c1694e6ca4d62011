package staff_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/id"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/vault"
	"hubstake/internal/testkit/factory"
)

// keyed returns the services with a seal key and a pepper, and others that are accepted.
func (w *world) keyed(t *testing.T, seal, pepper config.Key, seals, peppers []config.Key) (*member.Service, *staff.Service) {
	t.Helper()
	k, _ := factory.Keys(t, w.clk)
	ofStaff := factory.StaffKeys(t)
	var err error
	k.Sealer, err = token.NewSealer(seal, seals...)
	require.NoError(t, err)
	ofStaff.Vault, err = vault.New(seal, seals...)
	require.NoError(t, err)
	k.Hasher = credential.NewHasher(credential.Cost{Memory: 8, Time: 1, Lanes: 1}, pepper, peppers...)
	members := member.New(w.db, w.clk, site.New(w.db, w.clk), k)
	return members, staff.New(w.db, w.clk, members, ofStaff)
}

// Seal key and pepper are changed for others while members and staff work; then the old ones are removed, and everything opens.
func TestSealKeyAndPepperRotateWhilePeopleLogIn(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	w := newWorld(t, nil)
	before, pepperBefore := config.Key(factory.Key()), config.Key{1} // those of the factory
	after, pepperAfter := config.Key(id.Key()), config.Key(id.Key())
	clerk := factory.Staff(t, w.db)
	for range 450 { // more than two batches
		factory.Staff(t, w.db)
	}
	m, idle := factory.Member(t, w.db), factory.Member(t, w.db)

	atFirst, _ := w.keyed(t, before, pepperBefore, nil, nil)
	during, staffDuring := w.keyed(t, after, pepperAfter, []config.Key{before}, []config.Key{pepperBefore})
	stop, cancel := context.WithCancel(ctx)
	var work sync.WaitGroup
	for _, s := range []*member.Service{atFirst, during} { // a node of before the rotation, and one of after
		work.Go(func() {
			for stop.Err() == nil {
				_, err := s.Login(ctx, credential.Credentials{Site: "demo", MemID: m.MemID, Password: factory.Password})
				if err != nil {
					t.Errorf("login: %v", err)
					return
				}
			}
		})
	}
	require.NoError(t, during.VerifyPIN(ctx, m.MemID, factory.PIN), "made with the pepper before")
	n, err := staff.Reseal(ctx, w.db, staffDuring.Vault)
	cancel()
	work.Wait()
	require.NoError(t, err)
	require.Equal(t, 451, n)
	n, err = staff.Reseal(ctx, w.db, staffDuring.Vault)
	require.NoError(t, err)
	require.Zero(t, n)

	uses, err := member.KeyUses(ctx, w.db)
	require.NoError(t, err)
	require.Contains(t, uses, credential.KeyUse{Kind: "PIN", Key: pepperBefore.ID(), Rows: 1}, "of the member who did not use it")
	require.Contains(t, uses, credential.KeyUse{Kind: "PIN", Key: pepperAfter.ID(), Rows: 1})
	uses, err = staff.KeyUses(ctx, w.db)
	require.NoError(t, err)
	require.Equal(t, []credential.KeyUse{{Kind: "TOTP secret", Key: after.ID(), Rows: 451}}, uses)
	require.NoError(t, during.VerifyPIN(ctx, idle.MemID, factory.PIN))

	var members *member.Service
	members, w.s = w.keyed(t, after, pepperAfter, nil, nil)
	require.NoError(t, members.VerifyPIN(ctx, m.MemID, factory.PIN))
	require.NoError(t, members.VerifyPIN(ctx, idle.MemID, factory.PIN))
	_, _, err = w.login(ctx, clerk.ID, clerk.Password, w.code(t, 0))
	require.NoError(t, err)
}
