package provider

import (
	"context"
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/notice"
	"hubstake/internal/operator/site"
)

// maxOverlap bounds how long the old key is accepted beside the new one.
const maxOverlap = 30 * 24 * time.Hour

const keyAdded = "vendor.key.add" // in the audit

var keyForm = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// NewSecret is a key that a provider is to have.
type NewSecret struct {
	Vendor, ID string
	Kind       KeyKind
	Given      string // the provider's public key in PEM, our private one, or a secret in base64url; empty: we make the key
}

// material is what the key is made of. say is what the provider gets of a key that we made.
func (k NewSecret) material() (material []byte, say string, err error) {
	if !keyForm.MatchString(k.ID) {
		return nil, "", fmt.Errorf("%w: an ID has up to 64 letters, digits, ., _ and -", ErrKey)
	}
	given := strings.TrimSpace(k.Given)
	switch {
	case given == "":
		return Generate(k.Kind)
	case k.Kind != HMAC:
		return []byte(given), "", nil
	}
	if material, err = base64.RawURLEncoding.DecodeString(strings.TrimRight(given, "=")); err != nil {
		return nil, "", fmt.Errorf("%w: not base64url", ErrKey)
	}
	return material, "", nil
}

// AddKey makes a key valid from a moment on, beside the others of its kind. Results are those of Rotate.
func (o *Office) AddKey(ctx context.Context, siteID string, by audit.Actor, k NewSecret, from time.Time) (say string, err error) {
	material, say, err := k.material()
	if err != nil {
		return "", err
	}
	detail := map[string]any{"key": k.ID, "kind": string(k.Kind)}
	return say, o.change(ctx, siteID, by, keyAdded, k.Vendor, detail, func(r Keyring) error {
		return r.Add(ctx, k.Vendor, k.ID, k.Kind, material, from)
	})
}

// Rotate makes a key valid from now on, and ends the others of its kind after the overlap; 0: at once. say is the part of a key that we made which
// the provider gets: a secret can be read nowhere afterwards. ErrKey: not a usable key, ID or overlap. ErrUnknown, ErrTooManyKeys, ErrKeyExists.
func (o *Office) Rotate(ctx context.Context, siteID string, by audit.Actor, k NewSecret, overlap time.Duration) (say string, err error) {
	if overlap < 0 || overlap > maxOverlap {
		return "", fmt.Errorf("%w: two keys are valid for %s at most", ErrKey, maxOverlap)
	}
	material, say, err := k.material()
	if err != nil {
		return "", err
	}
	detail := map[string]any{"key": k.ID, "kind": string(k.Kind), "overlap": overlap.String()}
	return say, o.change(ctx, siteID, by, "vendor.key.rotate", k.Vendor, detail, func(r Keyring) error {
		return r.Rotate(ctx, k.Vendor, k.ID, k.Kind, material, overlap)
	})
}

// EndKey ends a key now, because it may have leaked. Nodes may accept it for ChangeDelay more. ErrNoKey.
func (o *Office) EndKey(ctx context.Context, siteID string, by audit.Actor, vendor, id string) error {
	return o.change(ctx, siteID, by, "vendor.key.end", vendor, map[string]any{"key": id}, func(r Keyring) error { return r.End(ctx, vendor, id) })
}

// change runs a change of keys, with its entry in the audit. Keys are those of all sites: the masters of each are told of one that was replaced or ended.
func (o *Office) change(
	ctx context.Context, siteID string, by audit.Actor, action, vendor string, detail map[string]any, do func(Keyring) error,
) error {
	return audit.Act(ctx, o.db, func(tx pgx.Tx) (*audit.Entry, error) {
		if err := do(NewKeyring(tx, o.vault, o.clk.Now())); err != nil {
			return nil, err
		}
		if action != keyAdded {
			if err := o.tellMasters(ctx, tx, siteID, by, vendor); err != nil {
				return nil, err
			}
		}
		return &audit.Entry{Actor: by, Site: siteID, Action: action, Target: vendor, Detail: detail}, nil
	})
}

// tellMasters writes a notice of a changed key for each site. A command acts for no site, and has no account of staff.
func (o *Office) tellMasters(ctx context.Context, tx pgx.Tx, siteID string, by audit.Actor, vendor string) error {
	sites, err := site.IDs(ctx, tx)
	if err != nil {
		return err
	}
	n := notice.Notice{Kind: notice.Key, About: vendor, At: o.clk.Now()}
	if slices.Contains(sites, siteID) {
		n.Staff = by.ID
	}
	for _, id := range sites {
		if err := notice.Write(ctx, tx, id, n, by.Trace); err != nil {
			return err
		}
	}
	return nil
}
