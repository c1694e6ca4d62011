package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/platform/vault"
	"hubstake/internal/play/provider/providerdb"
)

// sealed is what secrets of providers are sealed for.
const sealed = "vendor key"

// maxValid bounds the keys of a kind that are valid at the same time: the old and the new one.
const maxValid = 2

// Errors of a change of keys.
var (
	ErrTooManyKeys = errors.New("provider: two keys of this kind are valid already")
	ErrKeyExists   = errors.New("provider: a key has this ID already, or had it")
	ErrNoKey       = errors.New("provider: no such key, or it has ended")
)

// Keyring changes keys and settings in a transaction, so that the audit can be part of it.
type Keyring struct {
	tx    pgx.Tx
	vault *vault.Vault
	now   time.Time
}

// NewKeyring returns the keyring of a transaction; secrets are sealed with the vault.
func NewKeyring(tx pgx.Tx, v *vault.Vault, now time.Time) Keyring { return Keyring{tx, v, now} }

// Add makes a key valid from a moment on, without an end. material is as for NewKey. ErrKey, ErrTooManyKeys, ErrKeyExists,
// ErrUnknown.
func (r Keyring) Add(ctx context.Context, vendor, id string, kind KeyKind, material []byte, from time.Time) error {
	if _, err := r.lock(ctx, vendor); err != nil {
		return err
	}
	key, err := NewKey(id, kind, material)
	if err != nil {
		return err
	}
	q := providerdb.New(r.tx)
	taken, err := q.HasKey(ctx, providerdb.HasKeyParams{VendorID: vendor, KeyID: id})
	if err != nil {
		return fmt.Errorf("vendor %s: keys: %w", vendor, err)
	}
	if taken {
		return ErrKeyExists
	}
	keys, err := q.Keys(ctx)
	if err != nil {
		return fmt.Errorf("vendor %s: keys: %w", vendor, err)
	}
	valid := 0
	for _, k := range keys {
		if k.VendorID == vendor && k.Kind == string(kind) && (k.ValidUntil == nil || k.ValidUntil.After(from)) {
			valid++
		}
	}
	if valid >= maxValid {
		return ErrTooManyKeys
	}
	text := key.Public() // of a provider's key this alone, whatever else lies in the file
	if kind != RSA {
		text = r.vault.Seal(sealed, vendor+"/"+id, material)
	}
	err = q.AddKey(ctx, providerdb.AddKeyParams{VendorID: vendor, KeyID: id, Kind: string(kind), Material: text, ValidFrom: from, AddedAt: r.now})
	if err != nil {
		return fmt.Errorf("vendor %s: key %s: %w", vendor, id, err)
	}
	return nil
}

// Rotate makes a key valid from now on and ends the others of its kind when the overlap is over.
func (r Keyring) Rotate(ctx context.Context, vendor, id string, kind KeyKind, material []byte, overlap time.Duration) error {
	if err := r.Add(ctx, vendor, id, kind, material, r.now); err != nil {
		return err
	}
	err := providerdb.New(r.tx).EndKeys(ctx, providerdb.EndKeysParams{Until: r.now.Add(overlap), Vendor: vendor, Kind: string(kind), Kept: id})
	if err != nil {
		return fmt.Errorf("vendor %s: end keys: %w", vendor, err)
	}
	return nil
}

// End ends a key now, because it may have leaked. ErrNoKey.
func (r Keyring) End(ctx context.Context, vendor, id string) error {
	n, err := providerdb.New(r.tx).EndKey(ctx, providerdb.EndKeyParams{Until: r.now, Vendor: vendor, Key: id})
	if err != nil {
		return fmt.Errorf("vendor %s: end key %s: %w", vendor, id, err)
	}
	if n == 0 {
		return ErrNoKey
	}
	return nil
}

// Change calls change with a provider's family and settings, checks the settings that change leaves, and stores them.
func (r Keyring) Change(ctx context.Context, vendor string, change func(family string, s *Settings) error) error {
	row, err := r.lock(ctx, vendor)
	if err != nil {
		return err
	}
	var s Settings
	if err := json.Unmarshal(row.Settings, &s); err != nil {
		return fmt.Errorf("vendor %s: settings: %w", vendor, err)
	}
	if err := change(row.Family, &s); err != nil {
		return err
	}
	return Upsert(ctx, r.tx, vendor, row.Family, s)
}

func (r Keyring) lock(ctx context.Context, vendor string) (providerdb.LockRow, error) {
	row, err := providerdb.New(r.tx).Lock(ctx, vendor)
	if errors.Is(err, pgx.ErrNoRows) {
		return row, fmt.Errorf("%w: %s", ErrUnknown, vendor)
	}
	if err != nil {
		return row, fmt.Errorf("vendor %s: %w", vendor, err)
	}
	return row, nil
}

// Listed is a provider with its keys in the database, without what they are made of.
type Listed struct {
	ID, Family string
	Active     bool           // false: switched off for all sites
	Allow      []netip.Prefix // the networks that it calls from; empty: any
	Keys       []Key
}

// List returns all providers.
func List(ctx context.Context, db providerdb.DBTX) ([]Listed, error) {
	q := providerdb.New(db)
	rows, err := q.Providers(ctx)
	if err != nil {
		return nil, fmt.Errorf("provider: list: %w", err)
	}
	keys, err := q.Keys(ctx)
	if err != nil {
		return nil, fmt.Errorf("provider: list: %w", err)
	}
	slices.SortFunc(rows, func(a, b providerdb.ProvidersRow) int { return strings.Compare(a.VendorID, b.VendorID) })
	out := make([]Listed, len(rows))
	for i, r := range rows {
		var set Settings
		if err := json.Unmarshal(r.Settings, &set); err != nil {
			return nil, fmt.Errorf("vendor %s: settings: %w", r.VendorID, err)
		}
		out[i] = Listed{ID: r.VendorID, Family: r.Family, Active: r.Active, Allow: set.Allow}
		for _, k := range keys {
			if k.VendorID == r.VendorID {
				key := Key{ID: k.KeyID, Kind: KeyKind(k.Kind), From: k.ValidFrom}
				if k.ValidUntil != nil {
					key.Until = *k.ValidUntil
				}
				out[i].Keys = append(out[i].Keys, key)
			}
		}
	}
	return out, nil
}
