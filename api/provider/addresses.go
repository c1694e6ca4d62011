package provider

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/hub88"
	"hubstake/internal/play/provider/seamless"
)

// windowless are the protocols that sign neither time nor path: anyone who saw a call could send it again from anywhere, at any time. In
// production their vendors call from listed addresses only (provider.Auth.RequireAddresses).
var windowless = []string{hub88.Family}

// Protocols are those that a provider may speak.
func Protocols() []provider.Protocol {
	all := []provider.Protocol{{Family: seamless.Family}, {Family: provider.FamilyTransfer}, {Family: hub88.Family}}
	for i, p := range all {
		all[i].Listed = slices.Contains(windowless, p.Family)
	}
	return all
}

// ErrNoAddresses says that a vendor of such a protocol lists no addresses.
var ErrNoAddresses = errors.New("in production a vendor of this protocol needs a list of the addresses that it calls from")

// CheckAddresses returns an ErrNoAddresses that names the vendors without a list which need one.
func CheckAddresses(ctx context.Context, db *pgxpool.Pool) error {
	ids, err := provider.WithoutAddresses(ctx, db, windowless...)
	if err != nil {
		return err
	}
	if len(ids) > 0 {
		return fmt.Errorf("vendor %s: %w: api vendor allow VENDOR NETWORK …", strings.Join(ids, ", "), ErrNoAddresses)
	}
	return nil
}
