package commission

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/waterfall"
	"hubstake/internal/partners/commission/commissiondb"
)

// partLines is how many lines a part of a file has.
const partLines = 2000

// Part is a stretch of the file of a statement. Next names the one behind it; empty: this was the last one.
type Part struct {
	Text string
	Next string
}

// place is where a part begins: behind a line, or behind a gift.
type place struct {
	gifts   bool
	line    int64
	member  string
	version int64
}

// parsePlace reads what Part.Next says; empty: the beginning. ok is false for anything else.
func parsePlace(text string) (p place, ok bool) {
	kind, rest, found := strings.Cut(text, ":")
	var err error
	switch {
	case text == "":
		return p, true
	case kind == "line" && found:
		p.line, err = strconv.ParseInt(rest, 10, 64)
	case kind == "gift" && found:
		p.gifts = true
		var version string
		p.member, version, _ = strings.Cut(rest, ":")
		p.version, err = strconv.ParseInt(version, 10, 64)
	default:
		return p, false
	}
	return p, err == nil
}

func (p place) String() string {
	if p.gifts {
		return "gift:" + p.member + ":" + strconv.FormatInt(p.version, 10)
	}
	return "line:" + strconv.FormatInt(p.line, 10)
}

// File returns a part of the statement of a partner: its header, its lines and offsets, then the totals and the seal as they were signed. Lines of a closed day do not
// change, so that parts that are read one after the other are the file. U001: there is no such statement. E001: not a place of a file.
func (s *Service) File(ctx context.Context, siteID, partner string, day time.Time, at string) (out Part, err error) {
	from, ok := parsePlace(at)
	if !ok {
		return out, fault.Failed
	}
	tx, err := s.db.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return out, fmt.Errorf("commission: file: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	q := commissiondb.New(tx)
	row, err := q.Statement(ctx, commissiondb.StatementParams{PartnerID: partner, SiteID: siteID, Day: day})
	if errors.Is(err, pgx.ErrNoRows) {
		return out, fault.MemberNotFound
	}
	if err != nil {
		return out, fmt.Errorf("commission: file: %w", err)
	}
	h, err := headerOf(row)
	if err != nil {
		return out, err
	}
	all, only, err := partnerChains(ctx, q, siteID, partner)
	if err != nil {
		return out, err
	}
	f := &file{partner: partner, at: from}
	var first []byte
	f.statement, first = waterfall.NewStatement(h)
	if at == "" {
		f.text.Write(first)
	}
	if err := f.read(ctx, tx, siteID, day, all, only); err != nil {
		return out, fmt.Errorf("commission: file: %w", err)
	}
	if f.n >= partLines {
		return Part{Text: f.text.String(), Next: f.at.String()}, nil
	}
	offsets, err := q.Offsets(ctx, commissiondb.OffsetsParams{PartnerID: partner, Day: day})
	if err != nil {
		return out, fmt.Errorf("commission: file: %w", err)
	}
	for _, o := range offsets {
		f.text.Write(f.statement.AddOffset(waterfall.Offset{Day: o.KeptDay.Format(time.DateOnly), No: int(o.No), Kept: o.Kept, Rolling: o.Rolling, Losing: o.Losing, Above: o.Above}))
	}
	f.text.WriteString(row.Totals)
	f.text.Write(waterfall.Seal([sha256.Size]byte(row.Hash), row.Key, row.Signature))
	return Part{Text: f.text.String()}, nil
}

// Write writes a whole file.
func (s *Service) Write(ctx context.Context, w io.Writer, siteID, partner string, day time.Time) error {
	for at := ""; ; {
		part, err := s.File(ctx, siteID, partner, day, at)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, part.Text); err != nil {
			return fmt.Errorf("commission: file: %w", err)
		}
		if at = part.Next; at == "" {
			return nil
		}
	}
}

func headerOf(row commissiondb.StatementRow) (waterfall.Header, error) {
	h := waterfall.Header{
		Format: int(row.Format), Site: row.SiteID, Partner: row.PartnerID, No: int(row.No), Day: row.Day.Format(time.DateOnly), Since: row.Since, Until: row.Until, Currency: row.Currency,
		Carry: row.Carry, OwedIn: row.OwedIn, Before: [sha256.Size]byte(row.Before),
	}
	var err error
	h.CarriedIn, err = parseSum(row.CarriedIn)
	return h, err
}

// partnerChains reads the chains that a partner is in.
func partnerChains(ctx context.Context, q *commissiondb.Queries, siteID, partner string) (*chains, []int64, error) {
	rows, err := q.PartnerChains(ctx, commissiondb.PartnerChainsParams{SiteID: siteID, Partner: partner})
	if err != nil {
		return nil, nil, fmt.Errorf("commission: chains of %s: %w", partner, err)
	}
	all, only := &chains{site: siteID, byID: map[int64]*chain{}}, make([]int64, len(rows))
	for i, r := range rows {
		only[i] = r.ID
		if all.byID[r.ID], err = chainOf(commissiondb.ChainsByIDRow(r)); err != nil {
			return nil, nil, err
		}
	}
	return all, only, nil
}

// file writes the lines of one partner.
type file struct {
	partner   string
	statement *waterfall.Statement
	text      bytes.Buffer
	encoded   waterfall.Encoded
	shares    []waterfall.Share
	at        place // the last line that was written
	n         int
}

// read writes the lines behind the place, then the gifts, as many as a part has.
func (f *file) read(ctx context.Context, tx pgx.Tx, siteID string, day time.Time, all *chains, only []int64) error {
	if !f.at.gifts {
		if err := readLines(ctx, tx, partLinesSQL, []any{siteID, day, only, f.at.line, partLines}, all, f); err != nil {
			return err
		}
	}
	if f.n >= partLines {
		return nil
	}
	return readGifts(ctx, tx, partGiftsSQL, []any{siteID, day, only, f.at.member, f.at.version, partLines - f.n}, all, f)
}

// own returns where the partner stands among levels.
func (f *file) own(levels []waterfall.Level) int {
	for i, l := range levels {
		if l.MemID == f.partner {
			return i
		}
	}
	return 0
}

// line implements lineReader.
func (f *file) line(l *waterfall.Line, _ time.Time) (err error) {
	if f.shares, err = waterfall.Shares(f.shares[:0], l.Levels, l.Stake, l.Payout, l.Valid); err != nil {
		return fmt.Errorf("line %d: %w", l.ID, err)
	}
	f.encoded.Encode(l)
	f.text.Write(f.statement.Add(l, &f.encoded, f.own(l.Levels), f.shares))
	f.n, f.at = f.n+1, place{line: l.ID}
	return nil
}

// bonus implements reader.
func (f *file) bonus(g *waterfall.Bonus) (err error) {
	if f.shares, err = waterfall.BonusShares(f.shares[:0], g.Levels, g.Amount); err != nil {
		return fmt.Errorf("gift of %s: %w", g.Member, err)
	}
	f.encoded.EncodeBonus(g)
	f.text.Write(f.statement.AddBonus(g, &f.encoded, f.own(g.Levels), f.shares))
	f.n, f.at = f.n+1, place{gifts: true, member: g.Member, version: g.Version}
	return nil
}
