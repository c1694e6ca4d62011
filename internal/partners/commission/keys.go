package commission

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/partners/commission/commissiondb"
)

// keyPurpose is the purpose under which the vault binds a key to its site.
const keyPurpose = "commission"

// errNoVault says that a program without a seal key was asked to settle.
var errNoVault = errors.New("commission: only a program with a seal key settles")

// siteKey returns the key by which a site signs statements, which the first settlement makes.
func (s *Service) siteKey(ctx context.Context, tx pgx.Tx, siteID string, now time.Time) (ed25519.PrivateKey, error) {
	if s.vault == nil {
		return nil, errNoVault
	}
	q := commissiondb.New(tx)
	sealed, err := q.Key(ctx, siteID)
	if errors.Is(err, pgx.ErrNoRows) {
		return s.makeKey(ctx, q, siteID, now)
	}
	if err != nil {
		return nil, fmt.Errorf("key: %w", err)
	}
	return s.openKey(siteID, sealed)
}

func (s *Service) openKey(siteID, sealed string) (ed25519.PrivateKey, error) {
	seed, err := s.vault.Open(keyPurpose, siteID, sealed)
	if err != nil {
		return nil, fmt.Errorf("key: %w", err)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// makeKey makes the key of a site. The caller holds the row of the site's settlements, so that no other call makes one.
func (s *Service) makeKey(ctx context.Context, q *commissiondb.Queries, siteID string, now time.Time) (ed25519.PrivateKey, error) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("key: %w", err)
	}
	err = q.KeepKey(ctx, commissiondb.KeepKeyParams{SiteID: siteID, Public: public, Sealed: s.vault.Seal(keyPurpose, siteID, private.Seed()), MadeAt: now})
	if err != nil {
		return nil, fmt.Errorf("key: %w", err)
	}
	return private, nil
}
