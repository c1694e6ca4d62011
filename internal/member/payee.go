package member

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/fault"
	"hubstake/internal/member/memberdb"
)

// Payee is what the cash desk must know of a member: to whom and where money may go (S-25), and in which language the
// member is told.
type Payee struct {
	Name                 string
	Bank, Number, Holder string // the registered account
	WithdrawAllowed      bool   // U022 when not
	Path                 string // the partners above, nearest first
	Lang                 string
}

// PayeeOf reads a member of a site. db may be a transaction: whoever holds one must not ask the pool for another
// connection. No such member is U001.
func PayeeOf(ctx context.Context, db memberdb.DBTX, site, memID string) (Payee, error) {
	r, err := memberdb.New(db).Payee(ctx, memberdb.PayeeParams{SiteID: site, MemberID: memID})
	if errors.Is(err, pgx.ErrNoRows) {
		return Payee{}, fault.MemberNotFound
	}
	if err != nil {
		return Payee{}, fmt.Errorf("payee: %w", err)
	}
	return Payee{
		Name: r.Name, Bank: r.BankName, Number: r.AccountNo, Holder: r.AccountHolder, WithdrawAllowed: r.WithdrawAllowed,
		Path: r.Path, Lang: r.Lang,
	}, nil
}
