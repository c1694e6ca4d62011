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
	"hubstake/internal/operator/audit"
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
// staff who did it.
type Office struct {
	db        *pgxpool.Pool
	clk       clock.Clock
	vault     *vault.Vault
	protocols []Protocol
}

// NewOffice returns an office; secrets are sealed with the vault.
func NewOffice(db *pgxpool.Pool, clk clock.Clock, v *vault.Vault, protocols []Protocol) *Office {
	return &Office{db, clk, v, protocols}
}

// Protocols lists those that a new provider can speak.
func (o *Office) Protocols() []Protocol { return slices.Clone(o.protocols) }

// Add makes a provider, active and without keys. ErrForm: its ID or its protocol cannot be, or the protocol needs networks. ErrExists: there is one.
func (o *Office) Add(ctx context.Context, siteID string, by audit.Actor, id, family string, networks []netip.Prefix) error {
	i := slices.IndexFunc(o.protocols, func(p Protocol) bool { return p.Family == family })
	if i < 0 || !idForm.MatchString(id) || o.protocols[i].Listed && len(networks) == 0 {
		return ErrForm
	}
	return audit.Act(ctx, o.db, func(tx pgx.Tx) (*audit.Entry, error) {
		n, err := providerdb.New(tx).Add(ctx, providerdb.AddParams{VendorID: id, Family: family})
		if err != nil {
			return nil, fmt.Errorf("provider %s: %w", id, err)
		}
		if n == 0 {
			return nil, ErrExists
		}
		if err := Upsert(ctx, tx, id, family, Settings{Allow: networks}); err != nil {
			return nil, err
		}
		return &audit.Entry{
			Actor: by, Site: siteID, Action: "vendor.add", Target: id, Detail: map[string]any{"family": family, "allow": networks},
		}, nil
	})
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
