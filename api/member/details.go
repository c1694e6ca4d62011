package member

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
)

// DetailsRequest asks staff for a change of the phone, or of name and bank account. Empty fields stay as they are.
type DetailsRequest struct {
	Kind          member.DetailsKind `json:"kind"` // phone or account
	Phone         string             `json:"phone,omitzero"`
	MemName       string             `json:"memName,omitzero"`
	BankName      string             `json:"bankName,omitzero"`
	AccountNo     string             `json:"accountNo,omitzero"`
	AccountHolder string             `json:"accountHolder,omitzero"` // with a new name, empty is that name
	MemPass       credential.Secret  `json:"memPass"`
	CashPIN       credential.Secret  `json:"cashPin,omitzero"` // for name and bank account
}

// DetailsAnswer names the new request.
type DetailsAnswer struct {
	Idx int64 `json:"idx"`
}

func (a *API) askDetails(ctx context.Context, who httpx.Caller, req DetailsRequest) (out DetailsAnswer, err error) {
	out.Idx, err = a.members.AskDetails(ctx, member.DetailsAsk{
		Site: who.Site, MemID: who.MemID, Kind: req.Kind,
		Details:  member.Details{Name: req.MemName, Phone: req.Phone, Bank: req.BankName, Number: req.AccountNo, Holder: req.AccountHolder},
		Password: req.MemPass, PIN: req.CashPIN, Origin: origin(who),
	})
	return out, err
}

// DetailsChange is a request for a change; only fields that change are filled, and all but the bank are masked.
type DetailsChange struct {
	Idx       int64               `json:"idx"`
	Kind      member.DetailsKind  `json:"kind"`
	After     DetailsValues       `json:"after"`
	State     member.DetailsState `json:"state"` // open, done, refused, withdrawn or over
	AskedAt   time.Time           `json:"askedAt"`
	ExpiresAt time.Time           `json:"expiresAt"` // until then staff decides
	ClosedAt  *time.Time          `json:"closedAt"`
	Reason    string              `json:"reason"` // why it was refused
}

// DetailsValues are phone, name and bank account.
type DetailsValues struct {
	MemName       string `json:"memName"`
	Phone         string `json:"phone"`
	BankName      string `json:"bankName"`
	AccountNo     string `json:"accountNo"`
	AccountHolder string `json:"accountHolder"`
}

// DetailsListAnswer has the newest request of each kind.
type DetailsListAnswer struct {
	List []DetailsChange `json:"list"`
}

func (a *API) ownDetails(ctx context.Context, who httpx.Caller, _ httpx.None) (DetailsListAnswer, error) {
	found, err := a.members.DetailsOf(ctx, who.MemID)
	if err != nil {
		return DetailsListAnswer{}, err
	}
	out := DetailsListAnswer{List: make([]DetailsChange, len(found))}
	for i, f := range found {
		out.List[i] = DetailsChange{
			Idx: f.ID, Kind: f.Kind, State: f.State, AskedAt: f.AskedAt, ExpiresAt: f.ExpiresAt, ClosedAt: f.ClosedAt, Reason: f.Note,
			After: DetailsValues{
				MemName: f.After.Name, Phone: f.After.Phone, BankName: f.After.Bank, AccountNo: f.After.Number, AccountHolder: f.After.Holder,
			},
		}
	}
	return out, nil
}

// DetailsWithdrawRequest names the request that the member takes back.
type DetailsWithdrawRequest struct {
	Idx int64 `json:"idx"`
}

func (a *API) withdrawDetails(ctx context.Context, who httpx.Caller, req DetailsWithdrawRequest) (httpx.None, error) {
	return httpx.None{}, a.members.WithdrawDetails(ctx, who.Site, who.MemID, req.Idx, origin(who))
}
