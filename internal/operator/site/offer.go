package site

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site/sitedb"
)

// OfferKind is the kind of a part of what a site offers.
type OfferKind string

// The kinds, the widest first.
const (
	OfferProvider OfferKind = "vendor"
	OfferGroup    OfferKind = "group"
	OfferProduct  OfferKind = "product"
	OfferGame     OfferKind = "game"
)

// OfferKinds lists them.
var OfferKinds = []OfferKind{OfferProvider, OfferGroup, OfferProduct, OfferGame}

// Offer is a part of what a site offers: a provider, a group of games, a product or a game, by its id in the catalogue.
type Offer struct {
	Kind OfferKind
	Key  string
}

func (o Offer) name() string { return string(o.Kind) + "/" + o.Key }

// offerOf is the part of the offer that a switch is of; ok is false for the site and its functions.
func offerOf(name string) (o Offer, ok bool) {
	kind, key, ok := strings.Cut(name, "/")
	return Offer{OfferKind(kind), key}, ok
}

// OfferSwitch is the state of the switch of a part of the offer.
type OfferSwitch struct {
	Off     bool  // not offered: launches and bets are refused, rounds under way finish (S-61)
	Version int64 // rises with each switch; 0: never switched
	By      string
	Reason  string
	At      time.Time
}

var errOfferChanged = errors.New("site: the offer was switched since it was shown")

// SwitchOffer switches a part of the offer off, or on again. From then on the bet gate refuses bets on it, or takes them again; wins and
// rollbacks are not concerned. seen is the version of the switch that staff saw. The caller has made sure that the catalogue has the part.
// E001: no reason, or one that is too long or cannot be printed. C019: it was switched since.
func (s *Service) SwitchOffer(ctx context.Context, by audit.Actor, id string, o Offer, seen int64, off bool, reason string) error {
	if strings.TrimSpace(reason) == "" {
		return fault.Failed
	}
	f := flip{name: o.name(), action: "site.offer", target: o.name(), on: off, reason: reason}
	f.check = func(tx pgx.Tx) error {
		w, err := sitedb.New(tx).SwitchOf(ctx, sitedb.SwitchOfParams{SiteID: id, Name: f.name})
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		if w.Version != seen {
			return fault.PaymentProblem.Wrap(errOfferChanged)
		}
		return nil
	}
	return s.flip(ctx, by, id, f)
}

// OfferSwitches returns the switches of a site's offer. A part without one is offered and was never switched.
func (s *Service) OfferSwitches(ctx context.Context, id string) (map[Offer]OfferSwitch, error) {
	rows, err := sitedb.New(s.db).Switches(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("switches: %w", err)
	}
	out := map[Offer]OfferSwitch{}
	for _, r := range rows {
		if o, ok := offerOf(r.Name); ok {
			out[o] = OfferSwitch{Off: r.Off, Version: r.Version, By: r.SetBy, Reason: r.Reason, At: r.SetAt}
		}
	}
	return out, nil
}

// LeftOut returns the parts of the offer that a site does not offer now.
func (s *Service) LeftOut(ctx context.Context, id string) (map[Offer]bool, error) {
	names, err := sitedb.New(s.db).LeftOut(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("offer: %w", err)
	}
	out := make(map[Offer]bool, len(names))
	for _, name := range names {
		if o, ok := offerOf(name); ok {
			out[o] = true
		}
	}
	return out, nil
}
