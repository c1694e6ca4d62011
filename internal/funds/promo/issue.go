package promo

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/promo/promodb"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

const (
	maxIssue = 200 // coupons of one call
	maxDays  = 366
	maxNote  = 100
	codeLen  = 16 // of 32 letters: 80 bits
	day      = 24 * time.Hour
)

// requestForm is what makes a repeated call the same call.
var requestForm = regexp.MustCompile(`^[A-Za-z0-9-]{8,64}$`)

// Issue says what coupons staff issues: one to each of Members, or Count that any holder of the code may use.
type Issue struct {
	Request  string // 8 to 64 letters, digits and hyphens: the same issues once
	Members  []string
	Count    int
	Unit     wallet.Unit
	Amount   money.Amount
	Rolling  int64 // basis points of the amount that must be played
	Giftable bool  // only with Members
	Days     int   // until it expires
	Note     string
}

func (i *Issue) valid() bool {
	for n, m := range i.Members {
		i.Members[n] = strings.ToLower(strings.TrimSpace(m))
	}
	slices.Sort(i.Members)
	n := len(i.Members)
	return requestForm.MatchString(i.Request) && (n > 0) != (i.Count > 0) && n <= maxIssue && i.Count <= maxIssue && i.Count >= 0 &&
		len(slices.Compact(slices.Clone(i.Members))) == n && (!i.Giftable || n > 0) &&
		(i.Unit == wallet.Cash || i.Unit == wallet.Point) && i.Amount > 0 && i.Amount <= maxReward &&
		i.Rolling >= 0 && i.Rolling <= maxTurnover && i.Days >= 1 && i.Days <= maxDays && text(i.Note, maxNote)
}

// Batch is what one call issued.
type Batch struct {
	ID      int64
	Coupons int
}

// value is what the coupons of a call are worth together.
func (i *Issue) value() money.Amount { return i.Amount * money.Amount(max(len(i.Members), i.Count)) }

// IssueCoupons issues coupons and tells their members. The same request again issues nothing and answers the same; with
// another content it is E001. A member who is not there is U001, one in a break U033, and nothing is issued. U035: it needs a second
// person, who was asked.
func (s *Service) IssueCoupons(ctx context.Context, by audit.Actor, siteID string, i Issue) (b Batch, err error) {
	if !i.valid() {
		return b, fault.Failed
	}
	hash, err := fingerprint(i)
	if err != nil {
		return b, err
	}
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return b, err
	}
	needs := false
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		needs = false
		if err := promodb.New(tx).LockGiving(ctx, by.ID); err != nil {
			return nil, wrap("issue coupons", err)
		}
		if b, err = issued(ctx, promodb.New(tx), siteID, i.Request, hash); !errors.Is(err, pgx.ErrNoRows) {
			return audit.Nothing, err
		}
		if err := member.HoldAll(ctx, tx, i.Members...); err != nil { // before the sums of the person, as a gift of points does
			return nil, err
		}
		act := approval.Act{Kind: site.Gift, Staff: by.ID, ID: "coupons:" + i.Request, Amount: i.value()}
		if len(i.Members) == 1 {
			act.Member = i.Members[0]
		}
		if needs, err = approval.NeedsSecond(ctx, tx, s.clk.Now(), st, act); err != nil {
			return nil, err
		}
		if needs {
			return s.askToGive(ctx, tx, st, by, giving{Coupons: &i}, hash)
		}
		var entry audit.Entry
		b, entry, err = s.issue(ctx, tx, siteID, giver{by.ID, "", by.Trace}, i, hash)
		entry.Actor, entry.Site = by, siteID
		return &entry, err
	})
	if err == nil && needs {
		err = fault.SecondPersonNeeded
	}
	return b, err
}

// issue writes the coupons of a call, whose request is a new one, and tells their members.
func (s *Service) issue(ctx context.Context, tx pgx.Tx, siteID string, by giver, i Issue, hash []byte) (b Batch, entry audit.Entry, err error) {
	owners := i.Members
	if i.Count > 0 {
		owners = make([]string, i.Count)
	}
	codes := make([]string, len(owners))
	for n := range codes {
		codes[n] = rand.Text()[:codeLen]
	}
	q, now := promodb.New(tx), s.clk.Now()
	b.Coupons = len(codes)
	b.ID, err = q.AddBatch(ctx, promodb.AddBatchParams{
		SiteID: siteID, RequestID: i.Request, Hash: hash, Coupons: int32(len(codes)), Value: int64(i.value()), IssuedBy: by.ID, ApprovedBy: by.approver,
		IssuedAt: now,
	})
	if errors.Is(err, pgx.ErrNoRows) { // another person's call used the request, or an approval of it came first
		return b, entry, fault.PaymentProblem.Wrap(errRepeated)
	}
	if err != nil {
		return b, entry, wrap("issue coupons", err)
	}
	profiles := make([]member.Profile, len(i.Members))
	for n, m := range i.Members {
		if profiles[n], err = s.addressee(ctx, tx, siteID, m); err != nil {
			return b, entry, err
		}
	}
	err = q.AddCoupons(ctx, promodb.AddCouponsParams{
		Batch: b.ID, Site: siteID, Codes: codes, Members: owners, Unit: string(i.Unit), Amount: int64(i.Amount), Rolling: i.Rolling,
		Giftable: i.Giftable, Note: i.Note, ExpiresAt: now.Add(time.Duration(i.Days) * day), IssuedAt: now,
	})
	if err != nil {
		return b, entry, wrap("issue coupons", err)
	}
	for _, p := range profiles {
		if err := s.write(ctx, tx, p, letterCoupon, by.trace); err != nil {
			return b, entry, err
		}
	}
	return b, audit.Entry{
		Action: "coupon.issue", Target: strconv.FormatInt(b.ID, 10), Detail: map[string]any{
			"members": i.Members, "coupons": len(codes), "unit": i.Unit, "amount": i.Amount, "rolling": i.Rolling,
			"giftable": i.Giftable, "days": i.Days, "note": i.Note,
		},
	}, nil
}

// fingerprint of a request's content.
func fingerprint(content any) ([]byte, error) {
	text, err := json.Marshal(content)
	if err != nil {
		return nil, wrap("request", err)
	}
	sum := sha256.Sum256(text)
	return sum[:], nil
}

// issued is what a request issued before. E001: it had another content. pgx.ErrNoRows: it issued nothing.
func issued(ctx context.Context, q *promodb.Queries, siteID, request string, hash []byte) (Batch, error) {
	was, err := q.Batch(ctx, promodb.BatchParams{SiteID: siteID, RequestID: request})
	if errors.Is(err, pgx.ErrNoRows) {
		return Batch{}, err
	}
	if err != nil {
		return Batch{}, wrap("issue coupons", err)
	}
	if !slices.Equal(was.Hash, hash) {
		return Batch{}, fault.Failed
	}
	return Batch{was.ID, int(was.Coupons)}, nil
}

// RevokeCoupon takes an unused coupon back; C019 when it can no longer be used.
func (s *Service) RevokeCoupon(ctx context.Context, by audit.Actor, siteID string, id int64) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		now := s.clk.Now()
		memID, err := promodb.New(tx).RevokeCoupon(ctx, promodb.RevokeCouponParams{SiteID: siteID, ID: id, At: &now})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.PaymentProblem.Wrap(errCoupon)
		}
		if err != nil {
			return nil, wrap("revoke coupon", err)
		}
		return &audit.Entry{Actor: by, Site: siteID, Action: "coupon.revoke", Target: strconv.FormatInt(id, 10), Detail: map[string]any{"memId": memID}}, nil
	})
}

// CouponSearch selects coupons of a site; zero values select all.
type CouponSearch struct {
	Batch         int64
	State, Member string
	Days          paging.Days // of the issue
	paging.Slice
}

// StaffCoupon is a coupon as staff sees it.
type StaffCoupon struct {
	Coupon
	Batch    int64
	Member   string // empty: no owner yet
	IssuedBy string
}

// StaffCoupons returns a page of a site's coupons, newest first, and how many there are. E001: days that cannot be.
func (s *Service) StaffCoupons(ctx context.Context, siteID string, c CouponSearch) ([]StaffCoupon, int64, error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return nil, 0, err
	}
	p, err := c.Days.Period(st.Options.Location())
	if err != nil {
		return nil, 0, err
	}
	q := promodb.New(s.db)
	total, err := q.StaffCouponListCount(ctx, promodb.StaffCouponListCountParams{
		Site: siteID, Batch: c.Batch, State: c.State, Member: c.Member, Since: p.Since, Until: p.Until,
	})
	if err != nil {
		return nil, 0, wrap("staff coupons", err)
	}
	rows, err := q.StaffCouponList(ctx, promodb.StaffCouponListParams{
		Site: siteID, Batch: c.Batch, State: c.State, Member: c.Member, Since: p.Since, Until: p.Until, Count: c.Count, Skip: c.Skip,
	})
	if err != nil {
		return nil, 0, wrap("staff coupons", err)
	}
	out := make([]StaffCoupon, len(rows))
	for i, r := range rows {
		out[i] = StaffCoupon{
			Coupon{
				ID: r.ID, Code: r.Code, Unit: wallet.Unit(r.Unit), Amount: money.Amount(r.Amount), Rolling: r.Rolling, Giftable: r.Giftable,
				Note: r.Note, State: r.State, GivenBy: r.GivenBy, IssuedAt: r.IssuedAt,
				ExpiresAt: r.ExpiresAt, ClosedAt: r.ClosedAt,
			}, r.BatchID, r.MemberID, r.IssuedBy,
		}
	}
	return out, total, nil
}
