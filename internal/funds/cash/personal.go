package cash

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/personal"
	"hubstake/internal/funds/cash/cashdb"
)

// payee are the personal data of a request: who pays in, or to which account it is paid out.
type payee struct{ depositor, number, holder string }

// keptPayee is personal data as the row of a request holds them: all plain, or all sealed.
type keptPayee struct {
	depositor, number, holder                   string
	depositorSealed, numberSealed, holderSealed string
	numberIndex                                 []byte
	indexKey                                    string
}

// keep returns the personal data of a request as they are written now.
func keep(ctx context.Context, tx pgx.Tx, box *personal.Box, id int64, p payee) (keptPayee, error) {
	sealed, err := personal.Sealed(ctx, tx)
	if err != nil || !sealed {
		return keptPayee{depositor: p.depositor, number: p.number, holder: p.holder}, err
	}
	return seal(box, id, p)
}

// seal returns the personal data of a request as its row holds them under the current keys.
func seal(box *personal.Box, id int64, p payee) (k keptPayee, err error) {
	text := func(c personal.Column, value string) string {
		sealed, failed := box.Seal(c, strconv.FormatInt(id, 10), value)
		err = errors.Join(err, failed)
		return sealed
	}
	k = keptPayee{
		depositorSealed: text(personal.RequestDepositor, p.depositor), numberSealed: text(personal.RequestAccount, p.number),
		holderSealed: text(personal.RequestHolder, p.holder),
	}
	var failed error
	if k.numberIndex, failed = box.Index(personal.Account, p.number); k.numberIndex != nil {
		k.indexKey = box.IndexKeyID()
	}
	return k, errors.Join(err, failed)
}

// unseal returns the personal data of a request in the clear.
func unseal(box *personal.Box, id int64, k keptPayee) (p payee, err error) {
	row := strconv.FormatInt(id, 10)
	if p.depositor, err = box.Open(personal.RequestDepositor, row, k.depositor, k.depositorSealed); err != nil {
		return p, err
	}
	if p.number, err = box.Open(personal.RequestAccount, row, k.number, k.numberSealed); err != nil {
		return p, err
	}
	p.holder, err = box.Open(personal.RequestHolder, row, k.holder, k.holderSealed)
	return p, err
}

// complete adds to the answer of an earlier call what is not stored with it (internal/access/idempotency): the personal data.
func (s *Service) complete(ctx context.Context, member string, r Request) (Request, error) {
	was, err := cashdb.New(s.db).Payer(ctx, cashdb.PayerParams{ID: r.ID, MemberID: member})
	if err != nil {
		return r, fmt.Errorf("cash: request of before: %w", err)
	}
	p, err := unseal(s.members.Personal, r.ID, keptPayee{
		depositor: was.Depositor, depositorSealed: was.DepositorSealed, number: was.AccountNo, numberSealed: was.AccountSealed,
	})
	r.Depositor, r.AccountNo = p.depositor, p.number
	return r, err
}
