package member

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/fault"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/message"
	"hubstake/internal/platform/pg"
)

// Status of a member (D-45).
type Status string

// The statuses of D-45.
const (
	Pending   Status = "pending"
	Normal    Status = "normal"
	Stopped   Status = "stop"
	Suspended Status = "suspended"
	Black     Status = "black"
	Deleted   Status = "deleted"
	Dormant   Status = "dormant"
	Closed    Status = "closed"
	Excluded  Status = "excluded"
)

// Account is a member to be created. Texts are in their stored form (D-01 … D-06): memId in lower case, phone in E.164,
// account number as digits only; hashes are Hasher's.
type Account struct {
	MemID, Site          string
	Parent               string // memId of the referrer; empty at the top
	PartnerLevel         int    // 1 … 6 for a partner, 0 for a member
	MayRefer             bool   // may be named as referrer
	Nick, Name, Phone    string
	Bank, Number, Holder string
	Lang                 string
	Level                int
	PassHash, PINHash    string
	Status               Status
	By                   string // who approved it; empty while pending
	At                   time.Time
	IP                   netip.Addr
}

// Create writes an account in tx, in the downline of its referrer, its personal data with box. One that is not pending gets its wallet of
// the currency and its message counter. Duplicates are U005 … U008, decided by the unique indexes.
func Create(ctx context.Context, tx pgx.Tx, box *personal.Box, a Account, currency string) error {
	role, level := "member", (*int16)(nil)
	if a.PartnerLevel > 0 {
		n := int16(a.PartnerLevel)
		role, level = "partner", &n
	}
	upline := []string{}
	if a.Parent != "" {
		p, err := memberdb.New(tx).HoldReferrer(ctx, memberdb.HoldReferrerParams{MemberID: a.Parent, SiteID: a.Site})
		if errors.Is(err, pgx.ErrNoRows) {
			return fault.UnknownReferrer
		}
		if err != nil {
			return fmt.Errorf("referrer: %w", err)
		}
		upline = append([]string{p.MemberID}, p.Upline...)
	}
	d := details{name: a.Name, phone: a.Phone, number: a.Number, holder: a.Holder}
	k, err := keep(ctx, tx, box, a.MemID, d)
	if err != nil {
		return err
	}
	err = memberdb.New(tx).Insert(ctx, memberdb.InsertParams{
		MemberID: a.MemID, SiteID: a.Site, Role: role, PartnerLevel: level, ParentID: pg.Text(a.Parent), Upline: upline,
		Nick: a.Nick, NickKey: nickKey(a.Nick), Name: k.name, Phone: k.phone, BankName: a.Bank, AccountNo: k.number,
		AccountHolder: k.holder, NameSealed: k.nameSealed, PhoneSealed: k.phoneSealed, AccountSealed: k.numberSealed, HolderSealed: k.holderSealed,
		PhoneIndex: k.phoneIndex, AccountIndex: k.numberIndex, Finders: k.finders, IndexKey: k.indexKey, Lang: a.Lang, Level: int16(max(a.Level, 1)), Status: string(a.Status), StatusBy: pg.Text(a.By),
		RecommendAllowed: a.MayRefer, PassHash: a.PassHash, PinHash: a.PINHash, At: a.At, JoinIp: pg.Addr(a.IP),
	})
	if err != nil {
		return duplicate(err)
	}
	if err := taken(ctx, tx, box, a.MemID, d); err != nil {
		return err
	}
	if a.Status == Pending {
		return nil
	}
	return open(ctx, tx, a.MemID, a.Site, currency)
}

// open gives an approved member what it needs to play.
func open(ctx context.Context, tx pgx.Tx, memID, site, currency string) error {
	if err := wallet.Open(ctx, tx, memID, currency, site); err != nil {
		return err
	}
	return message.Open(ctx, tx, memID)
}
