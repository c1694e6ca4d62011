package member

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
)

// Kinds of blocks.
const (
	BlockIP      = "ip"      // an address or a network
	BlockPhone   = "phone"   // U013
	BlockAccount = "account" // U014
)

// The widest networks that one block may take: a slip of the finger must not shut a country out.
const (
	widest4 = 8
	widest6 = 32
)

// longestBlock bounds a block that ends by itself: a year.
const longestBlock = 366 * 24

// reasonMax is the length of a reason in code points.
const reasonMax = 200

// Block is an address, network, phone or account that may not sign up or log in at a site.
type Block struct {
	ID     int64
	Kind   string
	Value  string // network, E.164, or digits
	Reason string
	By     string // staff
	At     time.Time
	Until  *time.Time // nil: until staff lifts it
	Over   bool       // Until has passed: it blocks nothing any more
}

// BlockAct is a block that staff adds. Value is as typed.
type BlockAct struct {
	audit.Actor
	Site   string
	Kind   string
	Value  string
	Reason string
	Hours  int // how long it holds; 0: until staff lifts it
}

// AddBlock blocks something and ends the sessions that it concerns. E001: an unknown kind, no reason, or more hours than a year has; U105,
// U106: no phone, no account; U032: no address, or too wide a network. An existing block is left unchanged if it holds as long or longer.
func (s *Service) AddBlock(ctx context.Context, a BlockAct) error {
	st, err := s.options(ctx, a.Site)
	if err != nil {
		return err
	}
	if a.Reason = strings.TrimSpace(a.Reason); a.Reason == "" || utf8.RuneCountInString(a.Reason) > reasonMax || a.Hours < 0 || a.Hours > longestBlock {
		return fault.Failed
	}
	value, err := blockValue(a.Kind, a.Value, st.Options)
	if err != nil {
		return err
	}
	var ended []Session
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		q, now := memberdb.New(tx), s.clk.Now()
		ended = nil
		detail := map[string]any{"reason": a.Reason}
		var until *time.Time
		if a.Hours > 0 {
			end := now.Add(time.Duration(a.Hours) * time.Hour)
			until, detail["until"] = &end, end
		}
		if err := q.LockBlocks(ctx, a.Site); err != nil { // a login under way is ended below, a later one sees the block
			return nil, fmt.Errorf("add block: %w", err)
		}
		kept, sealed, err := s.keepBlock(ctx, tx, a.Site, a.Kind, value)
		if err != nil {
			return nil, err
		}
		n, err := q.AddBlock(ctx, memberdb.AddBlockParams{
			SiteID: a.Site, Kind: a.Kind, Value: kept, Sealed: sealed, Reason: a.Reason, BlockedBy: a.ID, At: now, Until: until,
		})
		if err != nil {
			return nil, fmt.Errorf("add block: %w", err)
		}
		if n == 0 {
			return audit.Nothing, nil // blocked before
		}
		rows, err := q.EndBlocked(ctx, memberdb.EndBlockedParams{
			Reason: reasonBlocked, At: now, SiteID: a.Site, Kind: a.Kind, Net: network(a.Kind, value), Value: value,
			Indexes: s.Personal.Indexes(sealedKinds[a.Kind], value),
		})
		if err != nil {
			return nil, fmt.Errorf("end blocked sessions: %w", err)
		}
		ended = sessionsOf(rows)
		if err := logoutEvents(ctx, tx, ended, a.Trace); err != nil {
			return nil, err
		}
		detail["sessionsEnded"] = len(ended)
		return &audit.Entry{
			Actor: a.Actor, Site: a.Site, Action: "block.add", Target: a.Kind + ":" + blockShown(a.Kind, value), Detail: detail,
		}, nil
	})
	if err != nil {
		return err
	}
	s.announce(ctx, ended...)
	return nil
}

// RemoveBlock lifts a block of the site. E001: there is no such block.
func (s *Service) RemoveBlock(ctx context.Context, actor audit.Actor, siteID string, id int64) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		b, err := memberdb.New(tx).RemoveBlock(ctx, memberdb.RemoveBlockParams{ID: id, SiteID: siteID})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.Failed
		}
		if err != nil {
			return nil, fmt.Errorf("remove block: %w", err)
		}
		if b.Value, err = s.blockOpened(siteID, b.Kind, b.Value, b.Sealed); err != nil {
			return nil, fmt.Errorf("remove block: %w", err)
		}
		return &audit.Entry{
			Actor: actor, Site: siteID, Action: "block.remove", Target: b.Kind + ":" + blockShown(b.Kind, b.Value),
		}, nil
	})
}

// ClearBlocks removes the blocks of a site that are over, and returns how many.
func (s *Service) ClearBlocks(ctx context.Context, actor audit.Actor, siteID string) (removed int64, err error) {
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		removed, err = memberdb.New(tx).ClearBlocks(ctx, memberdb.ClearBlocksParams{SiteID: siteID, Now: s.clk.Now()})
		if err != nil {
			return nil, fmt.Errorf("clear blocks: %w", err)
		}
		if removed == 0 {
			return audit.Nothing, nil
		}
		return &audit.Entry{Actor: actor, Site: siteID, Action: "block.clear", Target: "expired", Detail: map[string]any{"removed": removed}}, nil
	})
	return removed, err
}

// BlockSearch asks for blocks of a site. Empty Kind means every kind; Text is part of an address, or a whole phone or account.
type BlockSearch struct {
	Site, Kind, Text string
	Count, Skip      int32
}

// Blocks returns a page of blocks, the newest first, and the number of all that match.
func (s *Service) Blocks(ctx context.Context, b BlockSearch) ([]Block, int64, error) {
	st, err := s.options(ctx, b.Site)
	if err != nil {
		return nil, 0, err
	}
	p := memberdb.BlocksParams{
		SiteID: b.Site, Kind: b.Kind, Search: pg.Contains(b.Text), AllValues: b.Text == "", Forms: []string{}, Count: b.Count, Skip: b.Skip,
	}
	for kind, of := range sealedKinds {
		if value, err := blockValue(kind, strings.TrimSpace(b.Text), st.Options); err == nil {
			p.Forms = append(p.Forms, s.Personal.Forms(of, value)...)
		}
	}
	rows, err := memberdb.New(s.db).Blocks(ctx, p)
	if err != nil {
		return nil, 0, fmt.Errorf("blocks: %w", err)
	}
	list, total, now := make([]Block, len(rows)), int64(0), s.clk.Now()
	for i, r := range rows {
		value, err := s.blockOpened(b.Site, r.Kind, r.Value, r.Sealed)
		if err != nil {
			return nil, 0, fmt.Errorf("blocks: %w", err)
		}
		list[i], total = Block{
			ID: r.ID, Kind: r.Kind, Value: value, Reason: r.Reason, By: r.BlockedBy, At: r.At.UTC(), Until: r.Until,
			Over: r.Until != nil && !r.Until.After(now),
		}, r.Total
	}
	return list, total, nil
}

// blockedIP is U012.
func (s *Service) blockedIP(ctx context.Context, q *memberdb.Queries, siteID string, ip netip.Addr) error {
	if !ip.IsValid() {
		return nil
	}
	blocked, err := q.BlockedIP(ctx, memberdb.BlockedIPParams{Ip: ip.Unmap().WithZone(""), SiteID: siteID, Now: s.clk.Now()})
	if err != nil {
		return fmt.Errorf("blocked address: %w", err)
	}
	if blocked {
		return fault.BlockedIP
	}
	return nil
}

// sealedKinds are the kinds of blocks that are personal data.
var sealedKinds = map[string]personal.Kind{BlockPhone: personal.Phone, BlockAccount: personal.Account}

// blockRow names the row of a block to what is sealed in it.
func blockRow(siteID, kind, kept string) string { return siteID + "|" + kind + "|" + kept }

// keepBlock returns a value as a block holds it now, with its sealed form if it is personal. A block of the same value in an older form is
// brought to this one, so that there is one block of a value. The caller holds the blocks of the site.
func (s *Service) keepBlock(ctx context.Context, tx pgx.Tx, siteID, kind, value string) (kept, sealed string, err error) {
	of, personalData := sealedKinds[kind]
	if !personalData {
		return value, "", nil
	}
	if yes, err := personal.Sealed(ctx, tx); err != nil || !yes {
		return value, "", err
	}
	if kept, sealed, err = sealBlock(s.Personal, siteID, kind, value); err != nil {
		return "", "", err
	}
	err = memberdb.New(tx).RenewBlock(ctx, memberdb.RenewBlockParams{
		SiteID: siteID, Kind: kind, Value: kept, Sealed: sealed, Forms: s.Personal.Forms(of, value),
	})
	if err != nil {
		return "", "", fmt.Errorf("block: %w", err)
	}
	return kept, sealed, nil
}

// sealBlock returns the index and the sealed form of a phone or an account that is blocked.
func sealBlock(box *personal.Box, siteID, kind, value string) (kept, sealed string, err error) {
	if kept, err = box.Text(sealedKinds[kind], value); err != nil {
		return "", "", err
	}
	sealed, err = box.Seal(personal.BlockedValue, blockRow(siteID, kind, kept), value)
	return kept, sealed, err
}

// blockOpened returns the value of a block in the clear.
func (s *Service) blockOpened(siteID, kind, kept, sealed string) (string, error) {
	return s.Personal.Open(personal.BlockedValue, blockRow(siteID, kind, kept), kept, sealed)
}

// blockedMember is blockedPerson of a member.
func (s *Service) blockedMember(ctx context.Context, q *memberdb.Queries, siteID string, m memberdb.LockMemberRow) (refusal, err error) {
	phone, err := phoneOf(s.Personal, m.MemberID, m.Phone, m.PhoneSealed)
	if err != nil {
		return nil, err
	}
	number, err := numberOf(s.Personal, m.MemberID, m.AccountNo, m.AccountSealed)
	if err != nil {
		return nil, err
	}
	return s.blockedPerson(ctx, q, siteID, phone, number)
}

// blockedPerson is U013 and U014.
func (s *Service) blockedPerson(ctx context.Context, q *memberdb.Queries, siteID, phone, number string) (refusal, err error) {
	for _, b := range []struct {
		kind, value string
		refusal     error
	}{{BlockPhone, phone, fault.BlockedPhone}, {BlockAccount, number, fault.BlockedAccount}} {
		blocked, err := q.BlockedValue(ctx, memberdb.BlockedValueParams{
			SiteID: siteID, Kind: b.kind, Forms: s.Personal.Forms(sealedKinds[b.kind], b.value), Now: s.clk.Now(),
		})
		if err != nil {
			return nil, fmt.Errorf("blocked %s: %w", b.kind, err)
		}
		if blocked {
			return b.refusal, nil
		}
	}
	return nil, nil
}

// blockValue brings what staff typed to its kept form.
func blockValue(kind, typed string, o site.Options) (string, error) {
	switch kind {
	case BlockPhone:
		return phone(typed, o)
	case BlockAccount:
		return AccountNumber(typed)
	case BlockIP:
		p, ok := parseNetwork(strings.TrimSpace(typed))
		if !ok {
			return "", fault.IPRequired
		}
		return p.String(), nil
	}
	return "", fault.Failed
}

// parseNetwork reads an address or a network; what is outside of its mask is cut off.
func parseNetwork(s string) (netip.Prefix, bool) {
	if ip, err := netip.ParseAddr(s); err == nil && ip.Zone() == "" {
		ip = ip.Unmap()
		return netip.PrefixFrom(ip, ip.BitLen()), true
	}
	p, err := netip.ParsePrefix(s)
	if err != nil || p.Addr().Is4In6() || p.Addr().Is4() && p.Bits() < widest4 || p.Addr().Is6() && p.Bits() < widest6 {
		return netip.Prefix{}, false
	}
	return p.Masked(), true
}

// network is a value of BlockIP as such; another kind has none.
func network(kind, value string) netip.Prefix {
	if kind != BlockIP {
		return netip.MustParsePrefix("255.255.255.255/32") // compared with nothing
	}
	return netip.MustParsePrefix(value) // blockValue made it
}

// blockShown is what the audit says of a value: no phone and no account number in full (S-98).
func blockShown(kind, value string) string {
	if kind == BlockIP {
		return value
	}
	return personal.Mask(value)
}
