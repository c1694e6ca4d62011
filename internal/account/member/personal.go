package member

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/fault"
)

// details are the personal data of a member, in the clear and in their stored form (D-05, D-06).
type details struct{ name, phone, number, holder string }

// kept is personal data as the row of a member holds them: all plain, or all sealed with their indexes.
type kept struct {
	name, phone, number, holder                         string
	nameSealed, phoneSealed, numberSealed, holderSealed string
	phoneIndex, numberIndex                             []byte
	finders                                             [][]byte
	indexKey                                            string
}

// keep returns personal data as they are written now, and keeps other transactions from giving the phone or the account to another member
// under another index key. taken must follow once the row is written.
func keep(ctx context.Context, tx pgx.Tx, box *personal.Box, memID string, d details) (kept, error) {
	sealed, err := personal.Sealed(ctx, tx)
	if err != nil || !sealed {
		return kept{name: d.name, phone: d.phone, number: d.number, holder: d.holder}, err
	}
	if err := box.Claim(ctx, tx, personal.Phone, d.phone); err != nil {
		return kept{}, err
	}
	if err := box.Claim(ctx, tx, personal.Account, d.number); err != nil {
		return kept{}, err
	}
	return seal(box, memID, d)
}

// seal returns personal data as a row holds them under the current keys.
func seal(box *personal.Box, memID string, d details) (k kept, err error) {
	text := func(c personal.Column, value string) string {
		sealed, failed := box.Seal(c, memID, value)
		err = errors.Join(err, failed)
		return sealed
	}
	index := func(kind personal.Kind, value string) []byte {
		sum, failed := box.Index(kind, value)
		err = errors.Join(err, failed)
		return sum
	}
	k = kept{
		nameSealed: text(personal.MemberName, d.name), phoneSealed: text(personal.MemberPhone, d.phone),
		numberSealed: text(personal.MemberAccount, d.number), holderSealed: text(personal.MemberHolder, d.holder),
		phoneIndex: index(personal.Phone, d.phone), numberIndex: index(personal.Account, d.number),
	}
	for _, f := range [][]byte{
		k.phoneIndex, k.numberIndex, index(personal.PhoneTail, personal.Tail(d.phone)), index(personal.AccountTail, personal.Tail(d.number)),
		index(personal.Name, personal.FoldName(d.name)),
	} {
		if f != nil {
			k.finders = append(k.finders, f)
		}
	}
	if err == nil {
		k.indexKey = box.IndexKeyID()
	}
	return k, err
}

// taken reports U007 or U008: another member has the phone or the account in another form than the row that was just written, so that the
// unique indexes do not see it.
func taken(ctx context.Context, tx pgx.Tx, box *personal.Box, memID string, d details) error {
	has, err := memberdb.New(tx).TakenPhone(ctx, memberdb.TakenPhoneParams{
		Plain: d.phone, Indexes: box.Indexes(personal.Phone, d.phone), Owner: memID,
	})
	if err != nil {
		return fmt.Errorf("phone: %w", err)
	}
	if has {
		return fault.DuplicatePhone
	}
	has, err = memberdb.New(tx).TakenAccount(ctx, memberdb.TakenAccountParams{
		Plain: d.number, Indexes: box.Indexes(personal.Account, d.number), Owner: memID,
	})
	if err != nil {
		return fmt.Errorf("account: %w", err)
	}
	if has {
		return fault.DuplicateAccount
	}
	return nil
}

// phoneOf and numberOf open one value of a member: what a check does not need stays sealed.
func phoneOf(box *personal.Box, memID, plain, sealed string) (string, error) {
	return box.Open(personal.MemberPhone, memID, plain, sealed)
}

func numberOf(box *personal.Box, memID, plain, sealed string) (string, error) {
	return box.Open(personal.MemberAccount, memID, plain, sealed)
}

func nameOf(box *personal.Box, memID, plain, sealed string) (string, error) {
	return box.Open(personal.MemberName, memID, plain, sealed)
}

// unseal returns the personal data of a row in the clear.
func unseal(box *personal.Box, memID string, k kept) (d details, err error) {
	name, err := nameOf(box, memID, k.name, k.nameSealed)
	if err != nil {
		return d, err
	}
	phone, err := phoneOf(box, memID, k.phone, k.phoneSealed)
	if err != nil {
		return d, err
	}
	number, err := numberOf(box, memID, k.number, k.numberSealed)
	if err != nil {
		return d, err
	}
	holder, err := box.Open(personal.MemberHolder, memID, k.holder, k.holderSealed)
	return details{name: name, phone: phone, number: number, holder: holder}, err
}
