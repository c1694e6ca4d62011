package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/rs/zerolog"

	"hubstake/internal/core/clock"
	"hubstake/internal/platform/vault"
	"hubstake/internal/play/provider/providerdb"
)

const (
	// fresh is how long the directory is believed: a key that is added or ended, an address or an answer that is changed,
	// works on every node after at most so long.
	fresh = 10 * time.Second
	// retry is how long a directory that could not be read, or does not know a provider, waits for the next try.
	retry = time.Second
	// reading bounds one reading of the database.
	reading = 2 * time.Second
	// pause is between two readings for calls whose signature is of no known key: strangers cause ten readings a second, not more.
	pause = 100 * time.Millisecond
	// skew is how far the clocks of our machines may differ: a key that one of them has just made is valid on all.
	skew = 5 * time.Second
)

// ChangeDelay is how long a node may go on with keys and settings of before a change, as long as it can read the database: it believes
// what it read, and while one call reads again the others do not wait.
const ChangeDelay = fresh + reading

// Provider is what the directory knows of one.
type Provider struct {
	ID, Family string
	Settings   Settings

	keys []Key // the oldest first
}

// verifiers are the keys that a call may be signed with at a moment: the one that it names, or all.
func (v *Provider) verifiers(id string, now time.Time) []Key {
	var out []Key
	for _, k := range v.keys {
		if k.Kind != OwnRSA && (k.Valid(now) || k.Valid(now.Add(skew))) && (id == "" || id == k.ID) {
			out = append(out, k)
		}
	}
	return out
}

// signer is the key that our own calls are signed with: the oldest that is valid, so that the provider has the whole overlap of a
// rotation to take the new one. ok is false when there is none.
func (v *Provider) signer(now time.Time) (k Key, ok bool) {
	i := slices.IndexFunc(v.keys, func(k Key) bool { return k.Kind != RSA && k.Valid(now) })
	if i < 0 {
		return Key{}, false
	}
	return v.keys[i], true
}

// Directory knows all providers with their settings and keys. It reads them from the database now and then, and goes on with
// what it knows while that is away.
type Directory struct {
	db    *pgxpool.Pool
	clk   clock.Clock
	log   zerolog.Logger
	vault *vault.Vault
	given map[string][]Key

	reading sync.Mutex // held by the one who reads
	known   atomic.Pointer[snapshot]
	begun   atomic.Int64  // readings; changed by the one who reads
	pace    chan struct{} // has an element when a reading for a strange signature may begin
}

type snapshot struct {
	stale   bool      // the last reading failed: these are the providers of an earlier one
	until   time.Time // believed until then
	again   time.Time // from then on a call for a provider that is not in vendors may read again
	vendors map[string]*Provider
}

// NewDirectory returns a directory. Secrets of the database open with the vault; given are keys of the configuration, by
// provider, which are valid beside those of the database.
func NewDirectory(db *pgxpool.Pool, clk clock.Clock, log zerolog.Logger, v *vault.Vault, given map[string][]Key) *Directory {
	d := &Directory{db: db, clk: clk, log: log, vault: v, given: given, pace: make(chan struct{}, 1)}
	d.pace <- struct{}{}
	return d
}

// Vendor finds a provider; nil when there is none of that name. It fails only while nothing was ever read.
func (d *Directory) Provider(ctx context.Context, id string) (*Provider, error) {
	s := d.known.Load()
	now := d.clk.Now()
	if s != nil && now.Before(s.until) && (s.vendors[id] != nil || now.Before(s.again)) {
		return s.vendors[id], nil
	}
	if s == nil {
		d.reading.Lock()
	} else if !d.reading.TryLock() {
		return s.vendors[id], nil // another call is reading
	}
	defer d.reading.Unlock()
	if s2 := d.known.Load(); s2 != s {
		return s2.vendors[id], nil
	}
	if err := d.renew(ctx, s, now); err != nil {
		return nil, err
	}
	return d.known.Load().vendors[id], nil
}

// ids returns the names of all providers; none while nothing was ever read.
func (d *Directory) ids(ctx context.Context) []string {
	if _, err := d.Provider(ctx, ""); err != nil { // reads again what is too old
		return nil
	}
	return slices.Collect(maps.Keys(d.known.Load().vendors))
}

// Reread finds a provider as a reading of the database shows it that began after this call: a key that was made before is in it. While
// the database is away it is what is known.
func (d *Directory) Reread(ctx context.Context, id string) *Provider {
	before := d.begun.Load()
	d.reading.Lock()
	defer d.reading.Unlock()
	s := d.known.Load()
	if d.begun.Load() > before || (s.stale && d.clk.Now().Before(s.until)) {
		return s.vendors[id]
	}
	select {
	case <-d.pace:
	case <-ctx.Done():
		return s.vendors[id]
	}
	_ = d.renew(ctx, s, d.clk.Now()) // with a snapshot there is no error
	time.AfterFunc(pause, func() { d.pace <- struct{}{} })
	return d.known.Load().vendors[id]
}

// renew reads the database; the caller holds the lock. When it is away what is known stays, and without that the error is returned.
func (d *Directory) renew(ctx context.Context, s *snapshot, now time.Time) error {
	d.begun.Add(1)
	vendors, err := d.read(ctx)
	switch {
	case err == nil:
		d.known.Store(&snapshot{until: now.Add(fresh), again: now.Add(retry), vendors: vendors})
	case s == nil:
		return fmt.Errorf("provider: directory: %w", err)
	default:
		d.log.Warn().Err(err).Msg("provider: directory as it was")
		d.known.Store(&snapshot{stale: true, until: now.Add(retry), again: now.Add(retry), vendors: s.vendors})
	}
	return nil
}

// Signer finds the key for our calls to a provider. ErrUnknown, ErrNoKey.
func (d *Directory) Signer(vendor string) SigningKey {
	return func(ctx context.Context) (Key, error) {
		v, err := d.Provider(ctx, vendor)
		if err != nil {
			return Key{}, err
		}
		if v == nil {
			return Key{}, ErrUnknown
		}
		k, ok := v.signer(d.clk.Now())
		if !ok {
			return Key{}, ErrNoKey
		}
		return k, nil
	}
}

func (d *Directory) read(ctx context.Context) (map[string]*Provider, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), reading) // many wait for it: the end of one caller does not stop it
	defer cancel()
	q := providerdb.New(d.db)
	rows, err := q.Providers(ctx)
	if err != nil {
		return nil, err
	}
	keys, err := q.Keys(ctx)
	if err != nil {
		return nil, err
	}
	out := make(map[string]*Provider, len(rows))
	for _, r := range rows {
		v := &Provider{ID: r.VendorID, Family: r.Family, keys: slices.Clone(d.given[r.VendorID])}
		if err := json.Unmarshal(r.Settings, &v.Settings); err != nil {
			d.log.Error().Err(err).Str("vendor", r.VendorID).Msg("provider: settings")
			continue // a provider whose settings cannot be read is not let in: they may forbid it
		}
		out[r.VendorID] = v
	}
	for _, r := range keys {
		k, err := d.open(r)
		if err != nil {
			d.log.Error().Err(err).Str("vendor", r.VendorID).Str("key", r.KeyID).Msg("provider: key")
			continue
		}
		if v := out[r.VendorID]; v != nil {
			v.keys = append(v.keys, k)
		}
	}
	return out, nil
}

func (d *Directory) open(r providerdb.KeysRow) (Key, error) {
	material := []byte(r.Material)
	if KeyKind(r.Kind) != RSA {
		var err error
		if material, err = d.vault.Open(sealed, r.VendorID+"/"+r.KeyID, r.Material); err != nil {
			return Key{}, fmt.Errorf("open: %w", err)
		}
	}
	k, err := NewKey(r.KeyID, KeyKind(r.Kind), material)
	k.From = r.ValidFrom
	if r.ValidUntil != nil {
		k.Until = *r.ValidUntil
	}
	return k, err
}
