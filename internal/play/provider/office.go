package provider

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"regexp"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/vault"
	"hubstake/internal/play/provider/providerdb"
)

// Errors of a new provider.
var (
	ErrExists = errors.New("provider: there is one of this ID already")
	ErrForm   = errors.New("provider: not the ID or the protocol of a provider")
)

var idForm = regexp.MustCompile(`^[a-z0-9]{2,16}$`)

// Protocol is a protocol that we speak.
type Protocol struct {
	Family string
	Listed bool // its providers need a list of the networks that they call from
}

// Office adds providers, takes them off and on, and changes their keys, for all sites. The audit has it in the chain of siteID, the site of the
// staff who did it. Its methods act at once, for commands; staff asks for a second person (Ask).
type Office struct {
	db        *pgxpool.Pool
	clk       clock.Clock
	vault     *vault.Vault
	protocols []Protocol
	sites     *site.Service
	approvals *approval.Service
}

// NewOffice returns an office; secrets are sealed with the vault.
func NewOffice(db *pgxpool.Pool, clk clock.Clock, v *vault.Vault, protocols []Protocol) *Office {
	return &Office{db: db, clk: clk, vault: v, protocols: protocols}
}

// Protocols lists those that a new provider can speak.
func (o *Office) Protocols() []Protocol { return slices.Clone(o.protocols) }

// Add makes a provider, active and without keys. ErrForm: its ID or its protocol cannot be, or the protocol needs networks. ErrExists: there is one.
func (o *Office) Add(ctx context.Context, siteID string, by audit.Actor, id, family string, networks []netip.Prefix) error {
	return o.carry(ctx, siteID, by, Change{Act: AddProvider, Vendor: id, Family: family, Networks: networks})
}

// carry carries a change out in a transaction of its own.
func (o *Office) carry(ctx context.Context, siteID string, by audit.Actor, c Change) error {
	return audit.Act(ctx, o.db, func(tx pgx.Tx) (*audit.Entry, error) {
		if err := o.apply(ctx, tx, siteID, by, c); err != nil {
			return nil, err
		}
		return &audit.Entry{Actor: by, Site: siteID, Action: c.action(), Target: c.Vendor, Detail: c.detail()}, nil
	})
}

// add makes a provider in tx.
func (o *Office) add(ctx context.Context, tx pgx.Tx, c Change) error {
	i := slices.IndexFunc(o.protocols, func(p Protocol) bool { return p.Family == c.Family })
	if i < 0 || !idForm.MatchString(c.Vendor) || o.protocols[i].Listed && len(c.Networks) == 0 {
		return ErrForm
	}
	n, err := providerdb.New(tx).Add(ctx, providerdb.AddParams{VendorID: c.Vendor, Family: c.Family})
	if err != nil {
		return fmt.Errorf("provider %s: %w", c.Vendor, err)
	}
	if n == 0 {
		return ErrExists
	}
	return Upsert(ctx, tx, c.Vendor, c.Family, Settings{Allow: c.Networks})
}

// SetActive takes a provider off or on again for all sites. ErrUnknown.
func (o *Office) SetActive(ctx context.Context, siteID string, by audit.Actor, id string, on bool) error {
	return audit.Act(ctx, o.db, func(tx pgx.Tx) (*audit.Entry, error) {
		was, err := providerdb.New(tx).LockActive(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fmt.Errorf("%w: %s", ErrUnknown, id)
		}
		if err != nil {
			return nil, fmt.Errorf("provider %s: %w", id, err)
		}
		if was == on {
			return audit.Nothing, nil
		}
		if err := providerdb.New(tx).SetActive(ctx, providerdb.SetActiveParams{VendorID: id, Active: on}); err != nil {
			return nil, fmt.Errorf("provider %s: %w", id, err)
		}
		return &audit.Entry{Actor: by, Site: siteID, Action: "vendor.active", Target: id, Detail: map[string]any{"on": on}}, nil
	})
}
