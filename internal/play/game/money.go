package game

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/play/game/gamedb"
	"hubstake/internal/play/transfer"
)

// Held is what a member has with a vendor that keeps wallets of its own.
type Held struct {
	transfer.Held
	Name string // what members know the vendor as
}

// Money lists what a member has with vendors that keep wallets of their own.
func (s *Service) Money(ctx context.Context, site, member string) ([]Held, error) {
	st, err := s.sites.Get(ctx, site)
	if err != nil {
		return nil, err
	}
	accounts, err := s.transfers.Accounts(ctx, member, st.Options.Currency)
	if err != nil || len(accounts) == 0 {
		return nil, err
	}
	out, ids := make([]Held, len(accounts)), make([]string, len(accounts))
	for i, a := range accounts {
		out[i], ids[i] = Held{a, a.Vendor}, a.Vendor
	}
	rows, err := gamedb.New(s.db).VendorNames(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("game: names of vendors: %w", err)
	}
	for _, r := range rows {
		out[slices.Index(ids, r.VendorID)].Name = r.Name
	}
	return out, nil
}

// BringBack brings a member's money back from a vendor, which is named by its id or by one of its products. It asks no gate:
// what a member has is the member's, whatever else is locked.
//
// G007: no vendor is named. The rest is as transfer.Out says.
func (s *Service) BringBack(ctx context.Context, site, member, vendor, trace string) (transfer.Order, error) {
	if vendor == "" {
		return transfer.Order{}, fault.VendorRequired
	}
	st, err := s.sites.Get(ctx, site)
	if err != nil {
		return transfer.Order{}, err
	}
	switch p, err := gamedb.New(s.db).Product(ctx, vendor); {
	case err == nil:
		vendor = p.VendorID
	case !errors.Is(err, pgx.ErrNoRows):
		return transfer.Order{}, fmt.Errorf("game: product %s: %w", vendor, err)
	}
	return s.transfers.Out(ctx, transfer.Wish{Site: site, Member: member, Currency: st.Options.Currency, Vendor: vendor, Trace: trace})
}
