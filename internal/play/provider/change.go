package provider

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// Act is what a change does to providers or their keys.
type Act string

// The acts.
const (
	AddProvider Act = "add"
	AddKey      Act = "addKey" // by commands only
	RotateKey   Act = "rotate"
	EndKey      Act = "end"
)

// Change is a change of who may credit wallets: a provider, or a key of one. An approval keeps it as JSON, with a secret sealed.
type Change struct {
	Act      Act            `json:"act"`
	Vendor   string         `json:"vendor"`
	Family   string         `json:"family,omitzero"`   // of a new provider
	Networks []netip.Prefix `json:"networks,omitzero"` // that it calls from; empty: any
	Key      string         `json:"key,omitzero"`      // its ID
	Kind     KeyKind        `json:"kind,omitzero"`
	Overlap  time.Duration  `json:"overlap,omitzero"` // for which the other keys of the kind stay valid
	From     *time.Time     `json:"from,omitzero"`    // of an added key
	// Material is that of a new key: the PEM of a provider's public key, everything else sealed.
	Material string `json:"material,omitzero"`
	// Print is the beginning of the SHA-256 of the key, by which two persons can compare it.
	Print string `json:"print,omitzero"`
}

// printBytes is how much of a hash a Print has.
const printBytes = 8

// newKey is a change that makes a key. say is the part of a key that we made which the provider gets.
func (o *Office) newKey(act Act, k NewSecret) (c Change, say string, err error) {
	material, say, err := k.material()
	if err != nil {
		return c, "", err
	}
	key, err := NewKey(k.ID, k.Kind, material)
	if err != nil {
		return c, "", err
	}
	shown := material
	c = Change{Act: act, Vendor: k.Vendor, Key: k.ID, Kind: k.Kind, Material: key.Public()}
	if k.Kind != HMAC {
		shown = []byte(key.Public())
	}
	if k.Kind != RSA {
		c.Material = o.vault.Seal(sealed, k.Vendor+"/"+k.ID, material)
	}
	sum := sha256.Sum256(shown)
	c.Print = hex.EncodeToString(sum[:printBytes])
	return c, say, nil
}

// action is what the audit calls a change.
func (c Change) action() string {
	return map[Act]string{AddProvider: "vendor.add", AddKey: "vendor.key.add", RotateKey: "vendor.key.rotate", EndKey: "vendor.key.end"}[c.Act]
}

// detail is what the audit keeps of a change.
func (c Change) detail() map[string]any {
	switch c.Act {
	case AddProvider:
		return map[string]any{"family": c.Family, "allow": c.Networks}
	case EndKey:
		return map[string]any{"key": c.Key}
	case RotateKey:
		return map[string]any{"key": c.Key, "kind": string(c.Kind), "overlap": c.Overlap.String(), "print": c.Print}
	default:
		return map[string]any{"key": c.Key, "kind": string(c.Kind), "print": c.Print}
	}
}

// apply carries a change out in tx. Keys are those of all sites: the masters of each are told of one that was replaced or ended.
func (o *Office) apply(ctx context.Context, tx pgx.Tx, siteID string, by audit.Actor, c Change) error {
	if c.Act == AddProvider {
		return o.add(ctx, tx, c)
	}
	ring := NewKeyring(tx, o.vault, o.clk.Now())
	if c.Act == EndKey {
		if err := ring.End(ctx, c.Vendor, c.Key); err != nil {
			return err
		}
		return o.tellMasters(ctx, tx, siteID, by, c.Vendor)
	}
	material := []byte(c.Material)
	if c.Kind != RSA {
		var err error
		if material, err = o.vault.Open(sealed, c.Vendor+"/"+c.Key, c.Material); err != nil {
			return fmt.Errorf("provider %s: key %s: %w", c.Vendor, c.Key, err)
		}
	}
	if c.Act == AddKey {
		return ring.Add(ctx, c.Vendor, c.Key, c.Kind, material, *c.From)
	}
	if c.Overlap < 0 || c.Overlap > maxOverlap {
		return fmt.Errorf("%w: two keys are valid for %s at most", ErrKey, maxOverlap)
	}
	if err := ring.Rotate(ctx, c.Vendor, c.Key, c.Kind, material, c.Overlap); err != nil {
		return err
	}
	return o.tellMasters(ctx, tx, siteID, by, c.Vendor)
}

// Approvals gives the office what asks for a second person. Without it staff can change nothing.
func (o *Office) Approvals(sites *site.Service, a *approval.Service) {
	o.sites, o.approvals = sites, a
	a.Handle(site.ProviderAccess, approval.Action{Right: right.Catalogue, Do: o.approved})
}

// AskToAdd asks for a second person who adds a provider; the error is then U035. The other errors are those of Add, and C019 when another request for it waits.
func (o *Office) AskToAdd(ctx context.Context, siteID string, by audit.Actor, id, family string, networks []netip.Prefix) error {
	return o.ask(ctx, siteID, by, Change{Act: AddProvider, Vendor: id, Family: family, Networks: networks})
}

// AskToRotate asks for a second person who makes a key valid. It returns U035 for a key that was given; of a key that we made, say is the part which the
// provider gets, and the error is nil. The other errors are those of Rotate, and C019 when another request for it waits.
func (o *Office) AskToRotate(ctx context.Context, siteID string, by audit.Actor, k NewSecret, overlap time.Duration) (say string, err error) {
	c, say, err := o.newKey(RotateKey, k)
	if err != nil {
		return "", err
	}
	c.Overlap = overlap
	if err = o.ask(ctx, siteID, by, c); say != "" && errors.Is(err, fault.SecondPersonNeeded) {
		return say, nil
	}
	return "", err
}

// AskToEndKey asks for a second person who ends a key; the error is then U035. A leaked key is ended at once by the command api vendor end.
func (o *Office) AskToEndKey(ctx context.Context, siteID string, by audit.Actor, vendor, id string) error {
	return o.ask(ctx, siteID, by, Change{Act: EndKey, Vendor: vendor, Key: id})
}

// errAsked explains a C019 in the log.
var errAsked = errors.New("provider: the same change waits for a second person already")

// errTried ends the attempt of a change that is asked for.
var errTried = errors.New("provider: tried")

// ask asks for the second person. A change that could not be carried out now is refused at once: it is tried, and taken back.
func (o *Office) ask(ctx context.Context, siteID string, by audit.Actor, c Change) error {
	st, err := o.sites.Get(ctx, siteID)
	if err != nil {
		return err
	}
	detail, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("provider: ask: %w", err)
	}
	err = audit.Act(ctx, o.db, func(tx pgx.Tx) (*audit.Entry, error) {
		err := pgx.BeginFunc(ctx, tx, func(sub pgx.Tx) error {
			if err := o.apply(ctx, sub, siteID, by, c); err != nil {
				return err
			}
			return errTried
		})
		if !errors.Is(err, errTried) {
			return nil, err
		}
		entry, err := o.approvals.Ask(ctx, tx, st, by, approval.Subject{
			Kind: site.ProviderAccess, Target: string(c.Act) + ":" + c.Vendor + ":" + c.Key, Detail: detail,
		})
		if err == nil && entry == audit.Nothing { // another key of that ID, or other networks, would be approved
			err = fault.PaymentProblem.Wrap(errAsked)
		}
		return entry, err
	})
	if err == nil {
		err = fault.SecondPersonNeeded
	}
	return err
}

// approved is approval.Action.Do of a change.
func (o *Office) approved(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, r approval.Request) (approval.Effect, error) {
	c, err := AskedChange(r.Detail)
	if err != nil {
		return approval.Effect{}, err
	}
	if err := o.apply(ctx, tx, st.ID, by, c); err != nil {
		for _, e := range []error{ErrExists, ErrForm, ErrKey, ErrTooManyKeys, ErrKeyExists, ErrNoKey, ErrUnknown} {
			if errors.Is(err, e) {
				return approval.Effect{}, fault.PaymentProblem.Wrap(err)
			}
		}
		return approval.Effect{}, err
	}
	return approval.Effect{Entry: audit.Entry{Action: c.action(), Target: c.Vendor}, Detail: c.detail()}, nil
}

// Waiting returns the site's open requests for changes of providers and keys, the newest first.
func (o *Office) Waiting(ctx context.Context, siteID string) ([]approval.Request, error) {
	return o.approvals.Open(ctx, siteID, site.ProviderAccess)
}

// AskedChange returns the change that a request for approval wants.
func AskedChange(detail json.RawMessage) (c Change, err error) {
	if err = json.Unmarshal(detail, &c); err != nil {
		err = fmt.Errorf("provider: approved change: %w", err)
	}
	return c, err
}
