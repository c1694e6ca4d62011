package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/live"
	"hubstake/internal/live/projection"
	"hubstake/internal/platform/pg"
)

const (
	parallel     = 6
	batch        = 250
	crowdBalance = 1_000_000_000
	crowdPoints  = 50_000_000
)

// crowd makes n members with a balance and a live session each, puts both into Redis as the workers would, and writes
// a line a member. Members of an earlier run are used again; their sessions of then are ended.
func (s seeder) crowd(ctx context.Context, n int, file string) error {
	pass, err := s.keys.Hasher.Hash(ctx, credential.Secret(s.password("crowd")))
	if err != nil {
		return err
	}
	pin, err := s.keys.Hasher.HashPIN(ctx, credential.Secret(s.accounts().Member.CashPin))
	if err != nil {
		return err
	}
	lines := make([]string, n)
	g, making := errgroup.WithContext(ctx)
	g.SetLimit(parallel)
	for from := 0; from < n; from += batch {
		g.Go(func() error { return s.part(making, from, lines[from:min(from+batch, n)], pass, pin) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	// One person of staff approves the deposits of the whole crowd, which no site leaves to one person (S-84).
	_, err = s.db.Exec(ctx, `UPDATE site_site SET options = options || jsonb_build_object('approvals', coalesce(options -> 'approvals', '{}') || '{"deposit": {"off": true}}')
		WHERE site_id = $1`, demoSite)
	if err != nil {
		return fmt.Errorf("site of the crowd: %w", err)
	}
	var out bytes.Buffer
	for _, l := range lines {
		out.WriteString(l)
	}
	if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
		return fmt.Errorf("members: %w", err)
	}
	fmt.Printf("%d members with a session each in %s\n", n, file)
	return nil
}

// part makes the members from the given number on, one for each line.
func (s seeder) part(ctx context.Context, from int, lines []string, pass, pin string) error {
	ids := make([]string, len(lines))
	for i := range ids {
		ids[i] = fmt.Sprintf("load%06d", from+i)
	}
	known, err := projection.Members(ctx, s.db, ids)
	if err != nil {
		return err
	}
	var grants []member.Grant
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		for i, memID := range ids {
			if _, exists := known[memID]; exists {
				continue
			}
			err := member.Create(ctx, tx, s.keys.Personal, member.Account{
				MemID: memID, Site: demoSite, Nick: memID, Name: "Load Test", Phone: fmt.Sprintf("+8299%08d", from+i),
				Bank: "Kookmin", Number: fmt.Sprintf("77%012d", from+i), Holder: "Load Test", Lang: "en", Level: 1,
				PassHash: pass, PINHash: pin, Status: member.Normal, By: "seed", At: s.clk.Now(),
			}, currency)
			if err != nil {
				if errors.Is(err, fault.DuplicateID) {
					return fmt.Errorf("%s was made by somebody else just now: %w", memID, err)
				}
				return err
			}
			if err := fund(ctx, tx, memID, crowdBalance); err != nil {
				return err
			}
			_, _, err = wallet.Apply(ctx, tx, wallet.Move{
				Member: memID, Currency: currency, Unit: wallet.Point, Amount: crowdPoints, Contra: wallet.ContraPromo, Kind: "seed.points", Ref: memID,
			})
			if err != nil {
				return err
			}
		}
		grants, err = s.members.Provision(ctx, tx, demoSite, ids)
		return err
	})
	if err != nil {
		return err
	}
	sids := make([]string, len(grants))
	for i, g := range grants {
		sids[i] = g.SID
		lines[i] = fmt.Sprintf("%s\t%s\t%s\t%s\t%s\n", g.MemID, g.Token, g.Topic, base64.RawURLEncoding.EncodeToString(g.HubKey), id.Shard(g.MemID))
	}
	for {
		err := s.project(ctx, ids, sids)
		var other *live.OtherHistory
		if !errors.As(err, &other) { // else the relay has just published the first event of a stream
			return err
		}
	}
}

// project writes what the hub asks when members connect.
func (s seeder) project(ctx context.Context, ids, sids []string) error {
	from, err := live.ReadHistories(ctx, s.rdb)
	if err != nil {
		return err
	}
	states, err := projection.Members(ctx, s.db, ids)
	if err != nil {
		return err
	}
	sessions, err := projection.Sessions(ctx, s.db, sids)
	if err != nil {
		return err
	}
	for _, memID := range ids {
		if err := live.PutBalance(ctx, s.rdb, from, memID, states[memID]); err != nil {
			return err
		}
	}
	for sid, x := range sessions {
		if err := live.PutSession(ctx, s.rdb, from, sid, x); err != nil {
			return err
		}
	}
	return nil
}
