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
	c, say, err := o.newKey(AddKey, k)
	if err != nil {
		return "", err
	}
	c.From = &from
	return say, o.carry(ctx, siteID, by, c)
}

// Rotate makes a key valid from now on, and ends the others of its kind after the overlap; 0: at once. say is the part of a key that we made which
// the provider gets: a secret can be read nowhere afterwards. ErrKey: not a usable key, ID or overlap. ErrUnknown, ErrTooManyKeys, ErrKeyExists.
func (o *Office) Rotate(ctx context.Context, siteID string, by audit.Actor, k NewSecret, overlap time.Duration) (say string, err error) {
	c, say, err := o.newKey(RotateKey, k)
	if err != nil {
		return "", err
	}
	c.Overlap = overlap
	return say, o.carry(ctx, siteID, by, c)
}

// EndKey ends a key now, because it may have leaked. Nodes may accept it for ChangeDelay more. ErrNoKey.
func (o *Office) EndKey(ctx context.Context, siteID string, by audit.Actor, vendor, id string) error {
	return o.carry(ctx, siteID, by, Change{Act: EndKey, Vendor: vendor, Key: id})
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
