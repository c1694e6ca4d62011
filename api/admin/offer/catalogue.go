package offer

import (
	"context"
	"errors"
	"net/netip"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
)

// refused is the answer to what the catalogue does not take. E001: it cannot be. C019: it is there already, or it is there no longer.
func refused(err error) error {
	for _, e := range []error{provider.ErrExists, game.ErrExists, provider.ErrTooManyKeys, provider.ErrKeyExists, provider.ErrNoKey} {
		if errors.Is(err, e) {
			return fault.PaymentProblem.Wrap(err)
		}
	}
	for _, e := range []error{provider.ErrForm, provider.ErrKey, provider.ErrUnknown, game.ErrForm, game.ErrUnknown} {
		if errors.Is(err, e) {
			return fault.Failed.Wrap(err)
		}
	}
	return err
}

// RotateRequest asks for a new key of a provider, which is valid on all sites once a second person has approved it. U035: that person was asked. C019: two keys of
// the kind are valid already, one has this ID or had it, or a request for this ID waits.
type RotateRequest struct {
	Vendor       string           `json:"vendor"`
	ID           string           `json:"id"` // up to 64 letters, digits, ., _ and -
	Kind         provider.KeyKind `json:"kind"`
	Given        string           `json:"given,omitzero"` // of rsa: the provider's public key in PEM; of hmac: base64url of a secret. Empty: we make the key
	OverlapHours int              `json:"overlapHours"`   // the other keys of the kind end after it, up to 720; 0: at once
}

// RotateAnswer is that for a key that we made, of which a second person was asked. It is shown once: a secret can be read nowhere afterwards.
type RotateAnswer struct {
	Made string `json:"made"` // the provider gets it: base64url of a secret, PEM of our public key
}

func (a *API) rotate(ctx context.Context, who httpx.Caller, req RotateRequest) (RotateAnswer, error) {
	made, err := a.office.AskToRotate(ctx, who.Site, caller.Actor(who), provider.NewSecret{
		Vendor: req.Vendor, ID: req.ID, Kind: req.Kind, Given: req.Given,
	}, time.Duration(req.OverlapHours)*time.Hour)
	return RotateAnswer{Made: made}, refused(err)
}

// EndKeyRequest asks for the end of a key. U035: a second person was asked. C019: it has ended already, or a request for it waits.
type EndKeyRequest struct {
	Vendor string `json:"vendor"`
	ID     string `json:"id"`
}

func (a *API) endKey(ctx context.Context, who httpx.Caller, req EndKeyRequest) (httpx.None, error) {
	return httpx.None{}, refused(a.office.AskToEndKey(ctx, who.Site, caller.Actor(who), req.Vendor, req.ID))
}

// AddVendorRequest asks for a provider, for all sites and without keys. U035: a second person was asked. C019: there is one, or a request for it waits.
type AddVendorRequest struct {
	ID       string   `json:"id"` // 2 to 16 small letters and digits
	Family   string   `json:"family"`
	Networks []string `json:"networks"` // that it calls from, as CIDR, up to 64; empty: any
}

const maxNetworks = 64

func (a *API) addVendor(ctx context.Context, who httpx.Caller, req AddVendorRequest) (httpx.None, error) {
	if len(req.Networks) > maxNetworks {
		return httpx.None{}, fault.Failed
	}
	networks := make([]netip.Prefix, len(req.Networks))
	for i, text := range req.Networks {
		n, err := netip.ParsePrefix(text)
		if err != nil {
			return httpx.None{}, fault.Failed.Wrap(err)
		}
		networks[i] = n.Masked()
	}
	return httpx.None{}, refused(a.office.AskToAdd(ctx, who.Site, caller.Actor(who), req.ID, req.Family, networks))
}

// AddProductRequest adds a product of a provider, which all sites offer from now on. C019: there is one.
type AddProductRequest struct {
	ProcID    string `json:"procId"` // up to 32 letters, digits, - and _
	Vendor    string `json:"vendor"`
	GroupCode string `json:"groupCode"`
	Name      string `json:"name"`  // up to 60 characters
	Image     string `json:"image"` // a path of the site, as of a game's picture
}

func (a *API) addProduct(ctx context.Context, who httpx.Caller, req AddProductRequest) (httpx.None, error) {
	return httpx.None{}, refused(a.games.AddProduct(ctx, who.Site, caller.Actor(who), game.Entry{
		Vendor: req.Vendor, Product: game.Product{ProcID: req.ProcID, Group: req.GroupCode, Name: req.Name, Image: req.Image},
	}))
}

// AddGameRequest adds a game at the end of a product's lobby, on all sites. C019: there is one.
type AddGameRequest struct {
	Code      string `json:"code"` // the provider's, up to 64 characters
	ProcID    string `json:"procId"`
	NameKOR   string `json:"name_KOR"`  // up to 60 characters
	NameENG   string `json:"name_ENG"`  // up to 60 characters
	Thumbnail string `json:"thumbnail"` // a path of the site
}

func (a *API) addGame(ctx context.Context, who httpx.Caller, req AddGameRequest) (httpx.None, error) {
	return httpx.None{}, refused(a.games.AddGame(ctx, who.Site, caller.Actor(who), req.ProcID, game.Game{
		Code: req.Code, NameKOR: req.NameKOR, NameENG: req.NameENG, Thumbnail: req.Thumbnail,
	}))
}
