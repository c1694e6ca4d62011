package commission

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/waterfall"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/commission/commissiondb"
)

// closing is how long after its end a day is closed at the earliest (D-30: 00:10), and behind is how far the accrual must have come by then.
const (
	closing = 10 * time.Minute
	behind  = 5 * time.Minute
)

// Settle writes the statements of all days of a site that have ended and are not settled yet, the oldest first, and returns how many statements it
// wrote. A day is closed first, by a transaction of its own: from then on its lines do not change, and a settlement that was cut off is done again from
// the beginning to the same result. Of two calls at once the second one waits and finds nothing to do. It returns early, without an error, when bets
// of the day are still to be noted.
//
// Then it takes what partners owe from their PT.
func (s *Service) Settle(ctx context.Context, siteID string) (statements int, err error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return 0, fmt.Errorf("commission: settle: %w", err)
	}
	if statements, err = s.settleDays(ctx, st); err != nil {
		return statements, err
	}
	return statements, s.collectDebts(ctx, siteID)
}

// settleDays settles the days that have ended.
func (s *Service) settleDays(ctx context.Context, st site.Site) (statements int, err error) {
	q, zone := commissiondb.New(s.db), st.Options.Location()
	for {
		t, err := q.Through(ctx, st.ID)
		if errors.Is(err, pgx.ErrNoRows) {
			return statements, nil // nothing was ever noted
		}
		if err != nil {
			return statements, fmt.Errorf("commission: settle: %w", err)
		}
		day := t.Settled.AddDate(0, 0, 1)
		if day.After(t.Closed) {
			ready, err := s.close(ctx, q, st.ID, day, zone)
			if err != nil || !ready {
				return statements, err
			}
		}
		n, err := s.settle(ctx, st, day)
		statements += n
		if err != nil {
			return statements, fmt.Errorf("commission: settle %s: %w", day.Format(time.DateOnly), err)
		}
	}
}

// close closes a day that has ended; ready is false when it has not, or when bets of it are still to be noted.
func (s *Service) close(ctx context.Context, q *commissiondb.Queries, siteID string, day time.Time, zone *time.Location) (ready bool, err error) {
	_, until := period(day, zone)
	if s.clk.Now().Before(until.Add(closing)) {
		return false, nil
	}
	c, err := q.Cursor(ctx)
	if err != nil {
		return false, fmt.Errorf("commission: close: %w", err)
	}
	if c.At.Before(until.Add(behind)) {
		return false, nil
	}
	if err := s.addUpCash(ctx, siteID, day); err != nil {
		return false, err
	}
	if err := s.AddUp(ctx, siteID); err != nil {
		return false, err
	}
	if _, err := q.CloseDay(ctx, commissiondb.CloseDayParams{SiteID: siteID, Day: day}); err != nil {
		return false, fmt.Errorf("commission: close: %w", err)
	}
	return true, nil
}

// computeTries bounds how often a settlement is computed because head office decided about a kept statement meanwhile.
const computeTries = 5

// errDecided says that head office decided about a kept statement while a day was computed.
var errDecided = errors.New("commission: a kept statement was decided about meanwhile")

// settle writes the statements of a closed day, unless another call did. It computes them in a transaction that only reads, so that it has no transaction id and
// holds no delivery back however large the day is, and writes them in another one. Both run on one connection, whose lock keeps other settlements of the site out.
func (s *Service) settle(ctx context.Context, st site.Site, day time.Time) (n int, err error) {
	err = s.lockSettlement(ctx, st.ID, func(conn *pgxpool.Conn) error {
		for try := 1; ; try++ {
			b, err := s.compute(ctx, conn, st, day)
			if err != nil || b == nil {
				return err
			}
			n, err = s.write(ctx, conn, b)
			if !errors.Is(err, errDecided) || try == computeTries {
				return err
			}
		}
	})
	return n, err
}

// lockSettlement runs do on a connection that keeps other settlements of the site out.
func (s *Service) lockSettlement(ctx context.Context, siteID string, do func(*pgxpool.Conn) error) error {
	conn, err := s.db.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("connection: %w", err)
	}
	defer conn.Release()
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { // the lock outlasts the transaction, its time limit does not
		if err := long(ctx, tx); err != nil {
			return err
		}
		return commissiondb.New(tx).LockSettlement(ctx, siteID)
	})
	if err != nil {
		return fmt.Errorf("lock: %w", err)
	}
	defer func() {
		ctx := context.WithoutCancel(ctx)
		if free, err := commissiondb.New(conn).UnlockSettlement(ctx, siteID); err != nil || !free {
			_ = conn.Conn().Close(ctx) // the lock goes with the connection
		}
	}()
	return do(conn)
}

// compute adds up the statements of a closed day; nil: they are written already.
func (s *Service) compute(ctx context.Context, conn *pgxpool.Conn, st site.Site, day time.Time) (b *book, err error) {
	err = pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if err := long(ctx, tx); err != nil {
			return err
		}
		through, err := commissiondb.New(tx).Through(ctx, st.ID)
		if err != nil || !through.Settled.Before(day) {
			return err
		}
		b, err = readDay(ctx, tx, st, day)
		return err
	})
	if err != nil {
		return nil, err
	}
	return b, nil
}

func readDay(ctx context.Context, tx pgx.Tx, st site.Site, day time.Time) (*book, error) {
	q := commissiondb.New(tx)
	b := &book{site: st, day: day, of: map[string]*waterfall.Statement{}, last: map[string]commissiondb.LastStatementsRow{}}
	last, err := q.LastStatements(ctx, commissiondb.LastStatementsParams{SiteID: st.ID, Day: day})
	if err != nil {
		return nil, fmt.Errorf("last statements: %w", err)
	}
	for _, l := range last {
		b.last[l.PartnerID] = l
	}
	if b.gifts, err = readDayGifts(ctx, tx, st, day); err != nil {
		return nil, err
	}
	all, err := dayChains(ctx, tx, st.ID, day)
	if err != nil {
		return nil, err
	}
	if err := readLines(ctx, tx, linesSQL, []any{st.ID, day}, all, b); err != nil {
		return nil, err
	}
	for i := range b.gifts.rows {
		if err := b.bonus(b.gifts.at(i)); err != nil {
			return nil, err
		}
	}
	if b.corrections, err = readCorrections(ctx, tx, st.ID, day, all); err != nil {
		return nil, err
	}
	for _, o := range b.corrections.offsets {
		b.offset(o)
	}
	if b.failed != nil {
		return nil, b.failed
	}
	return b, b.carryBranches(ctx, q)
}

// write stores what was computed; n is 0 when another call did. errDecided: it must be computed again.
func (s *Service) write(ctx context.Context, conn *pgxpool.Conn, b *book) (n int, err error) {
	now := s.clk.Now()
	var statements []commissiondb.AddStatementsParams
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if err := long(ctx, tx); err != nil {
			return err
		}
		q := commissiondb.New(tx)
		settled, err := q.LockSettled(ctx, b.site.ID)
		if err != nil || !settled.Before(b.day) {
			return err
		}
		if err := b.corrections.confirm(ctx, q, b.site.ID, b.day); err != nil {
			return err
		}
		key, err := s.siteKey(ctx, tx, b.site.ID, now)
		if err != nil {
			return err
		}
		if err := b.gifts.write(ctx, tx); err != nil {
			return err
		}
		if _, err := q.AddKeptLines(ctx, b.corrections.given); err != nil {
			return fmt.Errorf("corrections: %w", err)
		}
		if statements, err = b.write(ctx, q, key, now); err != nil {
			return err
		}
		return q.SetSettled(ctx, commissiondb.SetSettledParams{SiteID: b.site.ID, Day: b.day})
	})
	return len(statements), err
}

// long lets the statements of a transaction take as long as a large day needs; the context ends them.
func long(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, "SET LOCAL statement_timeout = 0"); err != nil {
		return fmt.Errorf("time limit: %w", err)
	}
	return nil
}

// dayGifts are the gifts of a day that became cash, with the chains that they lessen, in the order of statements.
type dayGifts struct {
	rows   []commissiondb.AddBonusesParams
	of     []*chain // of each row; a new one has no id yet
	chains *chains
}

// readDayGifts reads what of the day's gifts became cash.
func readDayGifts(ctx context.Context, tx pgx.Tx, st site.Site, day time.Time) (g dayGifts, err error) {
	since, until := period(day, st.Options.Location())
	rows, err := commissiondb.New(tx).Gifts(ctx, commissiondb.GiftsParams{SiteID: st.ID, Currency: st.Options.Currency, Kinds: wallet.GiftKinds(), Since: since, Until: until})
	if err != nil {
		return g, fmt.Errorf("gifts: %w", err)
	}
	if g.chains, err = readChains(ctx, tx, st.ID, since); err != nil {
		return g, err
	}
	slices.SortFunc(rows, func(a, b commissiondb.GiftsRow) int {
		return cmp.Or(strings.Compare(a.MemberID, b.MemberID), cmp.Compare(a.Version, b.Version))
	})
	given, err := readGiven(ctx, tx, st.ID, day, rows)
	if err != nil {
		return g, err
	}
	for _, r := range rows {
		if r.Upline == "" || !given.count(&r) {
			continue
		}
		g.of = append(g.of, g.chains.at(r.Upline, r.CreatedAt))
		g.rows = append(g.rows, commissiondb.AddBonusesParams{SiteID: st.ID, Day: day, MemberID: r.MemberID, Version: r.Version, Amount: r.Amount, At: r.CreatedAt})
	}
	return g, nil
}

// givenKey names the gifts of a member below one upline.
type givenKey struct{ member, upline string }

// givenGifts are what statements have of gifts.
type givenGifts map[givenKey]int64

// readGiven reads what earlier statements have of the gifts of those members from whom something is taken back.
func readGiven(ctx context.Context, tx pgx.Tx, siteID string, day time.Time, rows []commissiondb.GiftsRow) (givenGifts, error) {
	var members []string
	for _, r := range rows {
		if r.Amount < 0 {
			members = append(members, r.MemberID)
		}
	}
	given := givenGifts{}
	if len(members) == 0 {
		return given, nil
	}
	sums, err := commissiondb.New(tx).GiftSums(ctx, commissiondb.GiftSumsParams{SiteID: siteID, Members: slices.Compact(members), Day: day})
	if err != nil {
		return nil, fmt.Errorf("earlier gifts: %w", err)
	}
	for _, s := range sums {
		given[givenKey{s.MemberID, s.Upline}] = s.Amount
	}
	return given, nil
}

// count reports whether a gift counts, and lessens one that is taken back to what was given below the same upline: the rest lessened no losing share, so it raises none.
func (g givenGifts) count(r *commissiondb.GiftsRow) bool {
	k := givenKey{r.MemberID, r.Upline}
	r.Amount = max(r.Amount, -g[k])
	g[k] += r.Amount
	return r.Amount != 0
}

// at returns a gift as statements have it.
func (g dayGifts) at(i int) *waterfall.Bonus {
	r, c := g.rows[i], g.of[i]
	return &waterfall.Bonus{Member: r.MemberID, Version: r.Version, At: r.At, Amount: r.Amount, Head: c.head(), Levels: c.ofBonus()}
}

// write notes the gifts.
func (g dayGifts) write(ctx context.Context, tx pgx.Tx) error {
	if err := g.chains.keep(ctx, tx); err != nil {
		return err
	}
	for i := range g.rows {
		g.rows[i].ChainID = g.of[i].id
	}
	if _, err := commissiondb.New(tx).AddBonuses(ctx, g.rows); err != nil {
		return fmt.Errorf("gifts: %w", err)
	}
	return nil
}

// dayChains reads the chains that the lines of a day have.
func dayChains(ctx context.Context, tx pgx.Tx, siteID string, day time.Time) (*chains, error) {
	ids, err := commissiondb.New(tx).DayChains(ctx, commissiondb.DayChainsParams{SiteID: siteID, Day: day})
	if err != nil {
		return nil, fmt.Errorf("chains of the day: %w", err)
	}
	all := &chains{site: siteID, byID: map[int64]*chain{}}
	return all, all.load(ctx, tx, ids)
}

// book is the statements of a day while its lines are read, all at once.
type book struct {
	site    site.Site
	day     time.Time
	last    map[string]commissiondb.LastStatementsRow // of each partner that has one
	of      map[string]*waterfall.Statement
	encoded waterfall.Encoded
	shares  []waterfall.Share
	failed  error

	gifts       dayGifts
	corrections corrections
}

// statement returns that of a partner.
func (b *book) statement(partner string) *waterfall.Statement {
	s := b.of[partner]
	if s == nil {
		h, err := header(b.site, partner, b.day, b.last[partner])
		b.failed = cmp.Or(b.failed, err)
		s, _ = waterfall.NewStatement(h)
		b.of[partner] = s
	}
	return s
}

// header begins a statement behind the partner's last one; the zero value: this is the first.
func header(st site.Site, partner string, day time.Time, last commissiondb.LastStatementsRow) (waterfall.Header, error) {
	since, until := period(day, st.Options.Location())
	h := waterfall.Header{
		Format: waterfall.FormatBranch, Site: st.ID, Partner: partner, No: int(last.No) + 1, Day: day.Format(time.DateOnly), Since: since, Until: until, Currency: st.Options.Currency,
		Carry: st.Options.CommissionCarry, OwedIn: last.OwedOut,
	}
	copy(h.Before[:], last.Hash)
	if last.CarriedOut == "" {
		return h, nil
	}
	sum, err := parseSum(last.CarriedOut)
	if last.Format == waterfall.FormatOwn && sum.Sign() < 0 {
		return h, err // its branch takes it over
	}
	h.CarriedIn = sum
	return h, err
}

func parseSum(text string) (waterfall.Sum, error) {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return waterfall.Sum{}, fmt.Errorf("commission: %q is no whole number", text)
	}
	sum, err := waterfall.SumOf(n)
	if err != nil {
		return sum, fmt.Errorf("commission: %w", err)
	}
	return sum, nil
}

// line implements reader.
func (b *book) line(l *waterfall.Line, _ time.Time) (err error) {
	if b.shares, err = waterfall.Shares(b.shares[:0], l.Levels, l.Stake, l.Payout, l.Valid); err != nil {
		return fmt.Errorf("line %d: %w", l.ID, err)
	}
	b.encoded.Encode(l)
	for i, one := range l.Levels {
		b.statement(one.MemID).Add(l, &b.encoded, i, b.shares)
	}
	return b.failed
}

// bonus implements reader.
func (b *book) bonus(g *waterfall.Bonus) (err error) {
	if b.shares, err = waterfall.BonusShares(b.shares[:0], g.Levels, g.Amount); err != nil {
		return fmt.Errorf("gift of %s: %w", g.Member, err)
	}
	b.encoded.EncodeBonus(g)
	for i, one := range g.Levels {
		b.statement(one.MemID).AddBonus(g, &b.encoded, i, b.shares)
	}
	return b.failed
}

// offset adds an offset to the statement of its partner, and what it does to the branches to those of the partners above.
func (b *book) offset(o offset) {
	b.statement(o.partner).AddOffset(o.Offset)
	if o.Losing == 0 {
		return
	}
	for i, partner := range o.upline {
		s, below := b.statement(partner), o.partner
		if i > 0 {
			below = o.upline[i-1]
		}
		s.Child(below).Below += o.Losing
		above := ""
		if i < len(o.upline)-1 {
			above = o.upline[i+1]
		}
		s.Own(above).Below += o.Losing
	}
}

// carryBranches reads what the branches of the statements carry in.
func (b *book) carryBranches(ctx context.Context, q *commissiondb.Queries) error {
	asked, of := commissiondb.CarriedBranchesParams{Day: b.day}, map[branchKey][]*waterfall.Branch{}
	for _, s := range b.of {
		for _, br := range s.Branches() {
			k := branchKey{br.Partner, br.Above}
			if of[k] == nil {
				asked.Partners, asked.Aboves = append(asked.Partners, k.partner), append(asked.Aboves, k.above)
			}
			of[k] = append(of[k], br)
		}
	}
	rows, err := q.CarriedBranches(ctx, asked)
	if err != nil {
		return fmt.Errorf("branches: %w", err)
	}
	for _, r := range rows {
		sum, err := parseSum(r.CarriedOut)
		if err != nil {
			return err
		}
		for _, br := range of[branchKey{r.PartnerID, r.Above}] {
			br.CarriedIn = sum
		}
	}
	return nil
}

// write closes, signs and stores the statements, and notes what their partners owe.
func (b *book) write(ctx context.Context, q *commissiondb.Queries, key ed25519.PrivateKey, now time.Time) ([]commissiondb.AddStatementsParams, error) {
	if err := b.readRepaid(ctx, q); err != nil {
		return nil, err
	}
	var statements []commissiondb.AddStatementsParams
	var parts []commissiondb.AddPartsParams
	var branches []commissiondb.AddBranchesParams
	debts := commissiondb.SetDebtsParams{SiteID: b.site.ID, Day: b.day}
	for _, partner := range slices.Sorted(maps.Keys(b.of)) {
		s := b.of[partner]
		r, last := s.Close()
		statements = append(statements, commissiondb.AddStatementsParams{
			PartnerID: partner, Day: b.day, SiteID: b.site.ID, No: int32(s.No), Since: s.Since, Until: s.Until, Currency: s.Currency, Carry: s.Carry, Bets: r.Bets, Stake: r.Stake, Payout: r.Payout, Valid: r.Valid,
			Bonus: s.Bonuses, Rolling: r.Rolling, Losing: r.Losing, CarriedIn: numeric(s.CarriedIn), CarriedOut: numeric(r.CarriedOut),
			OwedIn: s.OwedIn, OwedOut: r.OwedOut, Amount: r.Amount, Size: s.Size, Totals: string(last), Hash: r.Hash[:], Before: s.Before[:],
			Signature: waterfall.Sign(key, r.Hash), Key: key.Public().(ed25519.PublicKey), MadeAt: now, Format: int16(s.Format), Repaid: s.Repaid,
		})
		for _, p := range r.Parts {
			parts = append(parts, commissiondb.AddPartsParams{
				PartnerID: partner, Day: b.day, Product: int16(p.Product), Root: p.Head, Bets: p.Bets, Stake: p.Stake, Payout: p.Payout, Valid: p.Valid,
				Rolling: numeric(p.Rolling), Losing: numeric(p.Losing), Remainder: p.Remainder,
			})
		}
		for _, br := range s.Branches() {
			if br.Partner == partner { // those below are in their own statements as well
				branches = append(branches, commissiondb.AddBranchesParams{
					PartnerID: partner, Above: br.Above, Day: b.day, SiteID: b.site.ID, CarriedIn: numeric(br.CarriedIn), Losing: numeric(br.Sum), Offsets: br.Offset + br.Below,
					Share: numeric(br.Share), CarriedOut: numeric(br.CarriedOut),
				})
			}
		}
		if r.OwedOut < 0 || s.OwedIn < 0 {
			debts.Partners, debts.Owed = append(debts.Partners, partner), append(debts.Owed, -r.OwedOut)
		}
	}
	if _, err := q.AddStatements(ctx, statements); err != nil {
		return nil, fmt.Errorf("statements: %w", err)
	}
	if _, err := q.AddParts(ctx, parts); err != nil {
		return nil, fmt.Errorf("parts: %w", err)
	}
	if _, err := q.AddBranches(ctx, branches); err != nil {
		return nil, fmt.Errorf("branches: %w", err)
	}
	if _, err := q.AddOffsets(ctx, b.corrections.rows(b.day)); err != nil {
		return nil, fmt.Errorf("offsets: %w", err)
	}
	if err := q.SetDebts(ctx, debts); err != nil {
		return nil, fmt.Errorf("debts: %w", err)
	}
	return statements, nil
}

// readRepaid locks the debts of the site and notes what was taken of them since the statements that they are from.
func (b *book) readRepaid(ctx context.Context, q *commissiondb.Queries) error {
	debts, err := q.LockDebts(ctx, b.site.ID)
	if err != nil {
		return fmt.Errorf("debts: %w", err)
	}
	for _, d := range debts {
		if s := b.of[d.PartnerID]; s != nil && d.Day.Equal(b.last[d.PartnerID].Day) {
			s.Repaid = d.Repaid
		}
	}
	return nil
}

func numeric(s waterfall.Sum) pgtype.Numeric { return pgtype.Numeric{Int: s.Int(), Valid: true} }
