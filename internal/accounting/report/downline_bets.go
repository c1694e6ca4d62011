package report

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/waterfall"
)

// BetSearch selects bets of the downline of a partner.
type BetSearch struct {
	Site, Partner string
	Product       string // casino, slot, minigame or sports; empty: all
	ProcID        string // of the catalogue; empty: all
	Game          string // its code; empty: all
	Member        string // empty: all
	Result        LineResult
	Least, Most   money.Amount // of the stake; Most 0: without a bound
	Days          paging.Days  // of ended bets, 92 at most
	After         string       // the cursor of the page before
	Count         int32
}

// LineResult is how a line of a bet ended; empty selects all.
type LineResult string

// The results. BetBack takes back what another line of the same bet had counted, when the bet was corrected or cancelled later.
const (
	BetWon  LineResult = "PASS"
	BetLost LineResult = "FAIL"
	BetTied LineResult = "TIE"
	BetBack LineResult = "BACK"
)

var resultConds = map[LineResult]string{
	"": "", BetWon: " AND l.stake > 0 AND l.payout > l.stake", BetLost: " AND l.stake > 0 AND l.payout < l.stake",
	BetTied: " AND l.stake > 0 AND l.payout = l.stake", BetBack: " AND l.stake < 0",
}

// Bet is a line of a bet of a downline: its end, or a correction of it. Lines of a bet add up to what it came to, and the statements have the same ones.
type Bet struct {
	Line, Round            int64
	Turn                   int // 0: the end of the bet; later ones correct it
	MemID, Nick            string
	Game, NameKOR, NameENG string
	Product                string
	Day                    time.Time // of the statement
	BetAt, EndedAt         time.Time
	Stake, Payout, Valid   money.Amount
	Why                    string // why not all of the stake counts
	Folders                int
	Result                 LineResult
}

// BetTotals add up all bets that a search finds, whatever its page. A correction takes off what it takes back.
type BetTotals struct {
	Bets                 int64
	Stake, Payout, Valid money.Amount
}

// Bets is a page of the ended bets of a downline, newest first.
type Bets struct {
	List []Bet
	Next string // the cursor of the next page; empty: there is none
	// Searched is set if the search stopped before the page was full: everything younger was looked at, the next page goes on there.
	Searched *time.Time
	Totals   *BetTotals // with the first page; nil if the search would have to read too many bets to add them up
	AsOf     time.Time  // what was decided before is in the list; zero: nothing was ever decided
}

// betBounds are the bounds of the work of a page of bets.
type betBounds struct {
	byChains int64 // up to how many bets of the downline a stretch of days is read by its chains
	chunk    int   // lines of all downlines that are walked at once
	most     int   // and in one call
	addUp    int64 // bets that are added up one by one
}

var defaultBetBounds = betBounds{byChains: 5_000, chunk: 20_000, most: 40_000, addUp: 20_000}

// betScope is a search with what its reading needs.
type betScope struct {
	BetSearch
	days   days
	chains []int64
	procs  []string // the products of the catalogue that are asked for; nil: all
	line   int64    // the last one that is in the sums
	zone   *time.Location
}

func (b *betScope) plain() bool {
	return b.Game == "" && b.Member == "" && b.Result == "" && b.Least == 0 && b.Most == 0
}

// EndedBets returns a page of the bets of a downline that ended: those that began while their members were in it. Days are those of the statements.
// U001: the member is not below. E001: a filter or cursor that cannot be.
func (s *Service) EndedBets(ctx context.Context, q BetSearch) (out Bets, err error) {
	from, err := keyOf(q.After)
	if err != nil {
		return out, err
	}
	b, err := s.betScope(ctx, q)
	if err != nil {
		return out, err
	}
	if out.AsOf, b.line, err = asOf(ctx, s.db, q.Site); err != nil {
		return out, err
	}
	perDay, err := s.betsByDay(ctx, b)
	if err != nil {
		return out, fmt.Errorf("report: bets: %w", err)
	}
	if q.After == "" {
		totals, ok, err := s.betTotals(ctx, b, perDay)
		if err != nil {
			return out, fmt.Errorf("report: totals of bets: %w", err)
		}
		if ok {
			out.Totals = &totals
		}
	}
	var stopped *stop
	if b.Member != "" {
		out.List, err = s.lines(ctx, b, memberLines, from, b.days.first, b.days.last)
	} else {
		out.List, stopped, err = s.walkDays(ctx, b, perDay, from)
	}
	if err != nil {
		return out, fmt.Errorf("report: bets: %w", err)
	}
	switch {
	case len(out.List) > int(q.Count):
		out.List = out.List[:q.Count]
		last := out.List[q.Count-1]
		out.Next = key{last.Day, last.Line}.String()
	case stopped != nil:
		out.Next, out.Searched = stopped.String(), &stopped.ended
	}
	return out, nil
}

func (s *Service) betScope(ctx context.Context, q BetSearch) (*betScope, error) {
	st, err := s.sites.Get(ctx, q.Site)
	if err != nil {
		return nil, err
	}
	b := &betScope{BetSearch: q, zone: st.Options.Location()}
	if b.days, err = s.daysOf(st, q.Days); err != nil {
		return nil, err
	}
	if _, known := resultConds[q.Result]; !known || q.Least < 0 || q.Most < 0 {
		return nil, fault.Failed
	}
	if q.Member != "" {
		if b.Member, err = s.below(ctx, q.Site, q.Partner, q.Member); err != nil {
			return nil, err
		}
	}
	if b.procs, err = s.procsOf(ctx, q.Product, q.ProcID); err != nil {
		return nil, err
	}
	rows, err := s.db.Query(ctx, "SELECT id FROM commission_chain WHERE site_id = $1 AND upline @> ARRAY[$2::text]", q.Site, q.Partner)
	if err != nil {
		return nil, fmt.Errorf("report: chains: %w", err)
	}
	if b.chains, err = pgx.CollectRows(rows, pgx.RowTo[int64]); err != nil {
		return nil, fmt.Errorf("report: chains: %w", err)
	}
	return b, nil
}

// procsOf returns the products of the catalogue that a search asks for; nil: all. E001: there is no such product.
func (s *Service) procsOf(ctx context.Context, product, procID string) ([]string, error) {
	if product != "" && !slices.Contains(waterfall.Products[:], product) {
		return nil, fault.Failed
	}
	if product == "" && procID == "" {
		return nil, nil
	}
	rows, err := s.db.Query(ctx, "SELECT proc_id, group_code FROM game_product")
	if err != nil {
		return nil, fmt.Errorf("report: products: %w", err)
	}
	procs, id, group := []string{}, "", ""
	_, err = pgx.ForEachRow(rows, []any{&id, &group}, func() error {
		if (product == "" || waterfall.ProductOf(group).String() == product) && (procID == "" || procID == id) {
			procs = append(procs, id)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("report: products: %w", err)
	}
	if procID == "" && product == waterfall.Casino.String() {
		procs = append(procs, "") // games that the catalogue does not have any more
	}
	return procs, nil
}

// daySize is how many bets of a search's products a downline has on a day.
type daySize struct {
	day time.Time
	BetTotals
}

// betsByDay returns the days on which there are lines of the products, the last one first.
func (s *Service) betsByDay(ctx context.Context, b *betScope) ([]daySize, error) {
	rows, err := s.db.Query(ctx, `SELECT day, sum(bets)::bigint, sum(stake)::bigint, sum(payout)::bigint, sum(valid)::bigint FROM commission_partner_day
		WHERE partner_id = $1 AND site_id = $2 AND day BETWEEN $3 AND $4 AND ($5::text[] IS NULL OR proc_id = ANY ($5)) GROUP BY day ORDER BY day DESC`,
		b.Partner, b.Site, b.days.first, b.days.last, b.procs)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (d daySize, err error) {
		return d, r.Scan(&d.day, &d.Bets, &d.Stake, &d.Payout, &d.Valid)
	})
}

// betTotals adds up a search: from the sums of days if it has whole ones, else bet by bet; ok is false if they are too many for that.
func (s *Service) betTotals(ctx context.Context, b *betScope, perDay []daySize) (sum BetTotals, ok bool, err error) {
	for _, d := range perDay {
		sum = BetTotals{sum.Bets + d.Bets, sum.Stake + d.Stake, sum.Payout + d.Payout, sum.Valid + d.Valid}
	}
	if b.plain() || len(perDay) == 0 {
		return sum, true, nil
	}
	by := chainLines
	if b.Member != "" {
		by = memberLines
	} else if sum.Bets > s.bets.addUp {
		return sum, false, nil
	}
	cond, args := b.condition(by, firstKey, b.days.first, b.days.last)
	sum = BetTotals{}
	err = s.db.QueryRow(ctx, `SELECT coalesce(sum(sign(l.stake)), 0)::bigint, coalesce(sum(l.stake), 0)::bigint, coalesce(sum(l.payout), 0)::bigint, coalesce(sum(l.valid), 0)::bigint
		  FROM commission_line l WHERE `+cond, append([]any{planned}, args...)...).Scan(&sum.Bets, &sum.Stake, &sum.Payout, &sum.Valid)
	return sum, true, err
}

// linesBy is how lines are found.
type linesBy int

const (
	chainLines linesBy = iota
	memberLines
	walkedLines // all of a site, in their order
)

// condition returns the condition of a search in SQL, of lines called l that are behind a key and of some days, with its arguments.
func (b *betScope) condition(by linesBy, from key, first, last time.Time) (string, []any) {
	args := []any{b.Site, from.at, from.id, first, last, b.chains, b.line}
	cond := "l.site_id = $1 AND (l.day, l.id) < ($2::date, $3::bigint) AND l.day BETWEEN $4 AND $5 AND l.chain_id = ANY ($6::bigint[]) AND l.id <= $7" + resultConds[b.Result]
	add := func(text string, arg any) {
		args = append(args, arg)
		cond += strings.ReplaceAll(text, "?", fmt.Sprintf("$%d", len(args)))
	}
	if by == memberLines {
		add(" AND l.member_id = ?", b.Member)
	}
	if b.Product != "" {
		add(" AND l.product = ?", slices.Index(waterfall.Products[:], b.Product))
	}
	if b.ProcID != "" {
		add(" AND l.game_code IN (SELECT code FROM game_game WHERE proc_id = ?)", b.ProcID)
	}
	if b.Game != "" {
		add(" AND l.game_code = ?", b.Game)
	}
	if b.Least > 0 {
		add(" AND abs(l.stake) >= ?", int64(b.Least))
	}
	if b.Most > 0 {
		add(" AND abs(l.stake) <= ?", int64(b.Most))
	}
	return cond, args
}

// lines returns the lines of some days, newest first: one more than a page has.
func (s *Service) lines(ctx context.Context, b *betScope, by linesBy, from key, first, last time.Time) ([]Bet, error) {
	cond, args := b.condition(by, from, first, last)
	source := "commission_line l"
	if by == walkedLines { // whatever the planner thinks of the chains, the lines are looked at in their order until the page is full
		source = fmt.Sprintf(`(SELECT * FROM commission_line c WHERE c.site_id = $1 AND (c.day, c.id) < ($2::date, $3::bigint) AND c.day BETWEEN $4 AND $5
			ORDER BY c.day DESC, c.id DESC LIMIT %d) l`, s.bets.chunk)
	}
	rows, err := s.db.Query(ctx, `SELECT l.id, l.round, l.turn, l.member_id, m.nick, l.game_code, coalesce(g.name_kor, ''), coalesce(g.name_eng, ''), l.product, l.day, l.bet_at, l.settled_at,
		       l.stake, l.payout, l.valid, l.why, l.folders
		  FROM (SELECT l.* FROM `+source+` WHERE `+cond+fmt.Sprintf(` ORDER BY l.day DESC, l.id DESC LIMIT %d) l`, b.Count+1)+`
		  JOIN member_member m ON m.member_id = l.member_id LEFT JOIN game_game g ON g.code = l.game_code ORDER BY l.day DESC, l.id DESC`, append([]any{planned}, args...)...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (l Bet, err error) {
		var product int
		err = r.Scan(&l.Line, &l.Round, &l.Turn, &l.MemID, &l.Nick, &l.Game, &l.NameKOR, &l.NameENG, &product, &l.Day, &l.BetAt, &l.EndedAt,
			&l.Stake, &l.Payout, &l.Valid, &l.Why, &l.Folders)
		l.Product, l.BetAt, l.EndedAt, l.Result = waterfall.Product(product).String(), l.BetAt.UTC(), l.EndedAt.UTC(), resultOf(l.Stake, l.Payout)
		return l, err
	})
}

func resultOf(stake, payout money.Amount) LineResult {
	switch {
	case stake < 0:
		return BetBack
	case payout > stake:
		return BetWon
	case payout < stake:
		return BetLost
	}
	return BetTied
}

// stop is where a search stopped, and when the last bet that it looked at ended.
type stop struct {
	key
	ended time.Time
}

// past returns the end of a day that was looked at as a whole.
func (b *betScope) past(day time.Time) *stop {
	y, m, d := day.Date()
	return &stop{key{day, 0}, time.Date(y, m, d, 0, 0, 0, 0, b.zone).UTC()}
}

// walkDays returns the lines behind a key, newest first: one more than a page has, or fewer if the search stops before it has looked at all days.
func (s *Service) walkDays(ctx context.Context, b *betScope, perDay []daySize, from key) (list []Bet, stopped *stop, err error) {
	walked := 0
	for i := 0; i < len(perDay); {
		last := perDay[i]
		if from.at.Before(last.day) || from.at.Equal(last.day) && from.id <= 1 { // it was looked at
			i++
			continue
		}
		if last.Bets <= s.bets.byChains {
			first, bets := last, int64(0)
			for ; i < len(perDay) && bets+perDay[i].Bets <= s.bets.byChains; i++ {
				first, bets = perDay[i], bets+perDay[i].Bets
			}
			found, err := s.linesInto(ctx, b, chainLines, from, first.day, last.day, list)
			if list = found; err != nil || len(list) > int(b.Count) {
				return list, nil, err
			}
			stopped = b.past(first.day)
			continue
		}
		for behind := from; ; {
			if walked >= s.bets.most {
				return list, stopped, nil
			}
			walked += s.bets.chunk
			found, err := s.linesInto(ctx, b, walkedLines, behind, last.day, last.day, list)
			if list = found; err != nil || len(list) > int(b.Count) {
				return list, nil, err
			}
			end, further, err := s.chunkEnd(ctx, b, behind, last.day)
			if err != nil {
				return nil, nil, err
			}
			if !further { // the day is over
				stopped = b.past(last.day)
				break
			}
			stopped, behind = &end, end.key
		}
		i++
	}
	return list, nil, nil
}

// linesInto is lines behind those that were found before, up to one more than a page has.
func (s *Service) linesInto(ctx context.Context, b *betScope, by linesBy, from key, first, last time.Time, list []Bet) ([]Bet, error) {
	rest := *b
	rest.Count -= int32(len(list))
	found, err := s.lines(ctx, &rest, by, from, first, last)
	return append(list, found...), err
}

// chunkEnd returns the last line of the chunk that begins behind a key; further is false if the day has no more lines than that.
func (s *Service) chunkEnd(ctx context.Context, b *betScope, from key, day time.Time) (end stop, further bool, err error) {
	err = s.db.QueryRow(ctx, `SELECT day, id, settled_at FROM commission_line WHERE site_id = $1 AND (day, id) < ($2::date, $3::bigint) AND day = $4
		ORDER BY day DESC, id DESC OFFSET $5 LIMIT 1`, planned, b.Site, from.at, from.id, day, s.bets.chunk-1).Scan(&end.at, &end.id, &end.ended)
	if errors.Is(err, pgx.ErrNoRows) {
		return end, false, nil
	}
	end.ended = end.ended.UTC()
	return end, true, err
}

// OpenBet is a bet of a downline that has not ended.
type OpenBet struct {
	Round                           int64
	MemID, Nick                     string
	Game, NameKOR, NameENG, Product string
	BetAt                           time.Time
	Stake                           money.Amount
}

// OpenBets is a page of the bets of a downline that have not ended, newest first.
type OpenBets struct {
	List  []OpenBet
	Next  string
	Bets  int64 // of all that the search finds
	Stake money.Amount
}

// LiveBets returns a page of the bets of a downline that have not ended, as they were noted seconds ago. Results and days do not select them.
// U001: the member is not below. E001: a filter or cursor that cannot be.
func (s *Service) LiveBets(ctx context.Context, q BetSearch) (out OpenBets, err error) {
	from, err := keyOf(q.After)
	if err != nil {
		return out, err
	}
	if q.Member != "" {
		if q.Member, err = s.below(ctx, q.Site, q.Partner, q.Member); err != nil {
			return out, err
		}
	}
	procs, err := s.procsOf(ctx, q.Product, q.ProcID)
	if err != nil {
		return out, err
	}
	rows, err := s.db.Query(ctx, `
WITH found AS MATERIALIZED (
  SELECT o.round, o.member_id, o.opened_at, r.game_code, r.stake, g.name_kor, g.name_eng, p.group_code
    FROM report_open_round o
   CROSS JOIN LATERAL (SELECT c.game_code, c.stake FROM casino_round c WHERE c.vendor_id = o.vendor_id AND c.round_id = o.round_id AND c.member_id = o.member_id AND c.state = 'open' LIMIT 1) r
    LEFT JOIN game_game g ON g.code = r.game_code LEFT JOIN game_product p ON p.proc_id = g.proc_id
   WHERE o.site_id = $1 AND ($3 = '' OR o.member_id = $3) AND `+stoodBelow("o.member_id", "o.opened_at", "$2")+`
     AND ($4::text[] IS NULL OR coalesce(g.proc_id, '') = ANY ($4)) AND ($5 = '' OR r.game_code = $5) AND r.stake >= $6 AND ($7 = 0 OR r.stake <= $7))
SELECT f.round, f.member_id, m.nick, f.game_code, coalesce(f.name_kor, ''), coalesce(f.name_eng, ''), coalesce(f.group_code, ''), f.opened_at, f.stake, t.bets, t.amount
  FROM (SELECT * FROM found WHERE (opened_at, round) < ($8::timestamptz, $9::bigint) ORDER BY opened_at DESC, round DESC LIMIT $10) f
  JOIN member_member m ON m.member_id = f.member_id CROSS JOIN (SELECT count(*) AS bets, sum(stake)::bigint AS amount FROM found) t
 ORDER BY f.opened_at DESC, f.round DESC`,
		planned, q.Site, q.Partner, q.Member, procs, q.Game, int64(q.Least), int64(q.Most), from.at, from.id, q.Count+1)
	if err != nil {
		return out, fmt.Errorf("report: open bets: %w", err)
	}
	out.List, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (o OpenBet, err error) {
		var group string
		err = r.Scan(&o.Round, &o.MemID, &o.Nick, &o.Game, &o.NameKOR, &o.NameENG, &group, &o.BetAt, &o.Stake, &out.Bets, &out.Stake)
		o.BetAt, o.Product = o.BetAt.UTC(), waterfall.ProductOf(group).String()
		return o, err
	})
	if err != nil {
		return out, fmt.Errorf("report: open bets: %w", err)
	}
	if len(out.List) > int(q.Count) {
		out.List = out.List[:q.Count]
		last := out.List[q.Count-1]
		out.Next = key{last.BetAt, last.Round}.String()
	}
	return out, nil
}

// BetBelow reports whether a round of a member began while the member stood below a partner; without that it reads like one that does not exist: U001.
func (s *Service) BetBelow(ctx context.Context, siteID, partner, member string, round int64) error {
	var is bool
	err := s.db.QueryRow(ctx, `SELECT coalesce(`+stoodBelow("r.member_id", "r.created_at", "$4")+`, false) FROM casino_round r WHERE r.member_id = $1 AND r.id = $2 AND r.site_id = $3`,
		member, round, siteID, partner).Scan(&is)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && !is {
		return fault.MemberNotFound
	}
	if err != nil {
		return fmt.Errorf("report: bet below: %w", err)
	}
	return nil
}
