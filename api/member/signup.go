package member

import (
	"context"
	"errors"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
)

// SignUpRequest is the signup form.
type SignUpRequest struct {
	MemID         string            `json:"memId"`
	MemPass       credential.Secret `json:"memPass"`
	CashPIN       credential.Secret `json:"cashPin"`
	MemNick       string            `json:"memNick"`
	MemName       string            `json:"memName"`
	Phone         string            `json:"phone"`
	BankName      string            `json:"bankName"`
	AccountNo     string            `json:"accountNo"`
	AccountHolder string            `json:"accountHolder"`
	Referrer      string            `json:"recommender"` // memId of a partner
	Lang          string            `json:"lang"`
	AgreeTerms    bool              `json:"agreeTerms"`
	Documents     []Agreement       `json:"documents,omitzero"` // the versions that were shown; the newest of terms and privacy when absent
}

// SignUpAnswer tells that staff must approve first.
type SignUpAnswer struct {
	MemID  string        `json:"memId"`
	Status member.Status `json:"status"`
}

func (a *API) signUp(ctx context.Context, who httpx.Caller, req SignUpRequest) (SignUpAnswer, error) {
	memID, err := a.members.SignUp(ctx, who.Site, member.Form{
		MemID: req.MemID, Password: req.MemPass, PIN: req.CashPIN, Nick: req.MemNick, Name: req.MemName, Phone: req.Phone,
		Bank: req.BankName, Number: req.AccountNo, Holder: req.AccountHolder, Referrer: req.Referrer, Lang: req.Lang,
		AgreeTerms: req.AgreeTerms, Documents: agreements(req.Documents),
	}, origin(who))
	if err != nil {
		return SignUpAnswer{}, err
	}
	return SignUpAnswer{MemID: memID, Status: member.Pending}, nil
}

// CheckRequest asks about one field of the form: memId, memNick, phone or account. It needs the registration code, so that only
// people who were invited learn what is taken.
type CheckRequest struct {
	Kind     string `json:"kind"`
	Value    string `json:"value"`
	Referrer string `json:"recommender"` // memId of a partner
}

func (a *API) check(ctx context.Context, who httpx.Caller, req CheckRequest) (httpx.None, error) {
	answer := a.members.Check(ctx, who.Site, req.Kind, req.Value, req.Referrer)
	compared := req.Kind == member.KindPhone && (answer == nil || errors.Is(answer, fault.DuplicatePhone)) ||
		req.Kind == member.KindAccount && (answer == nil || errors.Is(answer, fault.DuplicateAccount))
	if compared && req.Referrer != "" {
		head, err := a.members.Head(ctx, credential.FoldID(req.Referrer))
		if err == nil {
			err = who.CountTree(ctx, limit.Check, head)
		}
		if err != nil {
			return httpx.None{}, err
		}
	}
	return httpx.None{}, answer
}
