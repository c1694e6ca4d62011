package member

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
)

// ResetRequest asks for a new password or PIN. The person shows that the account is theirs by the other secret, or by phone and account
// number as they are registered.
type ResetRequest struct {
	MemID     string            `json:"memId"`
	Secret    member.Forgotten  `json:"secret"`             // password or pin: the one that was forgotten
	Other     credential.Secret `json:"other,omitzero"`     // the PIN for a new password, the password for a new PIN
	Phone     string            `json:"phone,omitzero"`     // without other
	AccountNo string            `json:"accountNo,omitzero"` // without other
}

// ResetAnswer is how who asked comes back. The code is shown this once.
type ResetAnswer struct {
	Idx       int64     `json:"idx"`
	Code      string    `json:"code"`
	ExpiresAt time.Time `json:"expiresAt"` // until then staff confirms
}

func (a *API) askReset(ctx context.Context, who httpx.Caller, req ResetRequest) (ResetAnswer, error) {
	t, err := a.members.AskReset(ctx, member.ResetAsk{
		Site: who.Site, MemID: req.MemID, Secret: req.Secret, Other: req.Other, Phone: req.Phone, Number: req.AccountNo, Origin: origin(who),
	})
	if err != nil {
		return ResetAnswer{}, err
	}
	return ResetAnswer{Idx: t.ID, Code: t.Code, ExpiresAt: t.Until}, nil
}

// ResetCode names a request by its number and code.
type ResetCode struct {
	Idx  int64  `json:"idx"`
	Code string `json:"code"`
}

// ResetStateAnswer is how far a request has come.
type ResetStateAnswer struct {
	Secret    member.Forgotten  `json:"secret"`
	State     member.ResetState `json:"state"` // open, confirmed, refused, done or over
	ExpiresAt time.Time         `json:"expiresAt"`
}

func (a *API) resetState(ctx context.Context, who httpx.Caller, req ResetCode) (out ResetStateAnswer, err error) {
	out.Secret, out.State, out.ExpiresAt, err = a.members.ResetOf(ctx, who.Site, req.Idx, req.Code)
	return out, err
}

// ResetFinishRequest gives the secret that the member chose.
type ResetFinishRequest struct {
	ResetCode
	NewSecret credential.Secret `json:"newSecret"`
}

func (a *API) finishReset(ctx context.Context, who httpx.Caller, req ResetFinishRequest) (httpx.None, error) {
	return httpx.None{}, a.members.FinishReset(ctx, member.ResetFinish{Site: who.Site, ID: req.Idx, Code: req.Code, Secret: req.NewSecret, Origin: origin(who)})
}
