package minigame

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/draw"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/core/paging"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/casino"
)

// RoundState is where a round stands.
type RoundState string

// The states of a round. An open one takes bets between its times, and then waits for its draw.
const (
	RoundOpen  RoundState = "open"
	RoundDrawn RoundState = "drawn"
	RoundVoid  RoundState = "void"
)

// Published is all that is public of a round, from the calls and in ROUND events alike: from it anyone can compute the draw again (S-64). Seed and what follows from it are
// empty until the round has ended.
type Published struct {
	Game        string     `json:"game"`
	No          int64      `json:"no"`
	Rules       int        `json:"rules"`      // the version of the pay table
	Chain       string     `json:"chain"`      // the head of its chain, hexadecimal
	Index       int        `json:"index"`      // of its seed in the chain, from 1 on
	Commitment  string     `json:"commitment"` // to the seed, hexadecimal
	BeaconChain string     `json:"beaconChain"`
	BeaconRound int64      `json:"beaconRound"`
	OpensAt     time.Time  `json:"opensAt"`
	ClosesAt    time.Time  `json:"closesAt"`
	DrawsAt     time.Time  `json:"drawsAt"`
	State       RoundState `json:"state"`
	Seed        string     `json:"seed"`      // hexadecimal
	Signature   string     `json:"signature"` // of the beacon, hexadecimal
	Outcome     *Outcome   `json:"outcome"`   // null: it was not drawn
	EndedAt     *time.Time `json:"endedAt"`
	Reason      string     `json:"reason"` // why it is void: late, or the words of staff
}

// Outcome is what was drawn, with the fields of the game's kind alone (package draw): balls and power, balls, start, lines and end, or coins.
type Outcome struct {
	Balls []int    `json:"balls,omitzero"`
	Power *int     `json:"power,omitzero"`
	Start string   `json:"start,omitzero"`
	Lines int      `json:"lines,omitzero"`
	End   string   `json:"end,omitzero"`
	Coins []string `json:"coins,omitzero"`
}

const publishedColumns = `game, no, rules, head, place, commitment, beacon, beacon_round, opens_at, closes_at, draws_at, state, seed, signature, outcome, ended_at, reason`

func scanPublished(row pgx.CollectableRow) (p Published, err error) {
	var head, commitment, seed, signature []byte
	var outcome *string
	err = row.Scan(
		&p.Game, &p.No, &p.Rules, &head, &p.Index, &commitment, &p.BeaconChain, &p.BeaconRound, &p.OpensAt, &p.ClosesAt, &p.DrawsAt, &p.State, &seed, &signature, &outcome,
		&p.EndedAt, &p.Reason,
	)
	if err != nil {
		return p, err
	}
	p.Chain, p.Commitment = hex.EncodeToString(head), hex.EncodeToString(commitment)
	p.Seed, p.Signature = hex.EncodeToString(seed), hex.EncodeToString(signature)
	if outcome != nil {
		if err := json.Unmarshal([]byte(*outcome), &p.Outcome); err != nil {
			return p, fmt.Errorf("outcome: %w", err)
		}
	}
	return p, nil
}

// Standing is what pages show of a game: its rounds that have not ended, the oldest first, and the last one that has.
type Standing struct {
	Game    string      `json:"game"`
	Version int64       `json:"version"` // of two, the higher one is newer
	Rounds  []Published `json:"rounds"`
	Last    *Published  `json:"last"` // null: none has ended
}

type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// standings reads where games stand, by the game.
func standings(ctx context.Context, db querier, games []string) (map[string]*Standing, error) {
	all := map[string]*Standing{}
	for _, g := range games {
		all[g] = &Standing{Game: g, Rounds: []Published{}}
	}
	rows, err := db.Query(ctx, `SELECT `+publishedColumns+` FROM minigame_state($1)`, games)
	if err != nil {
		return nil, fmt.Errorf("minigame: state: %w", err)
	}
	list, err := pgx.CollectRows(rows, scanPublished)
	if err != nil {
		return nil, fmt.Errorf("minigame: state: %w", err)
	}
	for _, p := range list {
		s := all[p.Game]
		if p.State == RoundOpen {
			s.Rounds = append(s.Rounds, p)
		} else {
			s.Last = &p
		}
	}
	for _, s := range all {
		s.Version = s.version()
	}
	return all, nil
}

// Standings returns where all games stand, in display order.
func (s *Service) Standings(ctx context.Context) ([]Standing, error) {
	byGame, err := standings(ctx, s.db, codes())
	if err != nil {
		return nil, err
	}
	all := make([]Standing, 0, len(byGame))
	for _, code := range codes() {
		all = append(all, *byGame[code])
	}
	return all, nil
}

// version follows from the state alone, so that what a page reads and what an event tells can be compared: it rises when a round opens, and when one ends.
func (s Standing) version() (v int64) {
	for _, r := range s.Rounds {
		v = max(v, r.No)
	}
	if s.Last != nil {
		v = max(v, s.Last.No) + s.Last.EndedAt.UnixMicro()
	}
	return v
}

// tell writes a game's state for the pages of every site. The game is locked.
func tell(ctx context.Context, tx pgx.Tx, g draw.Game) error {
	byGame, err := standings(ctx, tx, []string{g.Code})
	if err != nil {
		return err
	}
	one := byGame[g.Code]
	text, err := json.Marshal(one)
	if err != nil {
		return fmt.Errorf("facts: %w", err)
	}
	sites, err := site.IDs(ctx, tx)
	if err != nil {
		return fmt.Errorf("facts: %w", err)
	}
	all := make([]event.Event, len(sites))
	for i, id := range sites {
		all[i] = event.Event{Site: id, Topic: "minigame." + g.Code, Cmd: event.Round, Data1: g.Code, Data2: string(text), Ver: one.Version}
	}
	return outbox.Write(ctx, tx, all...)
}

// Round returns a round, and the seed of the round before in its chain: that round's head when it is the first, and nothing while that round waits for its draw.
// fault.GameUnavailable: there is no such round.
func (s *Service) Round(ctx context.Context, r Round) (p Published, previous string, err error) {
	if _, ok := draw.Of(r.Game); !ok || r.No < 1 {
		return Published{}, "", fault.GameUnavailable
	}
	rows, err := s.db.Query(ctx, `SELECT `+publishedColumns+` FROM minigame_round WHERE game = $1 AND (no = $2 OR no = $2 - 1) ORDER BY no DESC`, r.Game, r.No)
	if err != nil {
		return Published{}, "", fmt.Errorf("minigame: round: %w", err)
	}
	list, err := pgx.CollectRows(rows, scanPublished)
	switch {
	case err != nil:
		return Published{}, "", fmt.Errorf("minigame: round: %w", err)
	case len(list) == 0 || list[0].No != r.No:
		return Published{}, "", fault.GameUnavailable
	case list[0].Index == 1:
		return list[0], list[0].Chain, nil
	case len(list) == 2:
		return list[0], list[1].Seed, nil
	default:
		return list[0], "", nil
	}
}

// Rounds returns the rounds of a game that ended and whose draw was in a period, newest first, and how many there are.
func (s *Service) Rounds(ctx context.Context, g draw.Game, in paging.Period, page paging.Slice) (list []Published, total int64, err error) {
	const where = ` FROM minigame_round WHERE game = $1 AND no BETWEEN $2 AND $3 AND state <> 'open'`
	first, last := g.RoundAt(in.Since.Add(-1)), g.RoundAt(in.Until.Add(-1))-1
	if err := s.db.QueryRow(ctx, `SELECT count(*)`+where, g.Code, first, last).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("minigame: rounds: %w", err)
	}
	rows, err := s.db.Query(ctx, `SELECT `+publishedColumns+where+` ORDER BY no DESC LIMIT $4 OFFSET $5`, g.Code, first, last, page.Count, page.Skip)
	if err != nil {
		return nil, 0, fmt.Errorf("minigame: rounds: %w", err)
	}
	if list, err = pgx.CollectRows(rows, scanPublished); err != nil {
		return nil, 0, fmt.Errorf("minigame: rounds: %w", err)
	}
	return list, total, nil
}

// Bet is a bet as its member sees it.
type Bet struct {
	ID        string
	Round     Round
	Selection string
	Price     odds.Price // the highest that it can pay
	Stake     money.Amount
	Pays      money.Amount // at that price
	State     State
	Paid      money.Amount
	PaidAt    odds.Price // the price at which it was paid; 0: it was not
	Rules     int        // the version of the house rules under which it was accepted (S-71)
	PlacedAt  time.Time
	EndedAt   *time.Time
}

const betColumns = `id, game, no, selection, price, stake, pays, state, paid, paid_at, rules, placed_at, ended_at`

func scanBet(row pgx.CollectableRow) (b Bet, err error) {
	err = row.Scan(&b.ID, &b.Round.Game, &b.Round.No, &b.Selection, &b.Price, &b.Stake, &b.Pays, &b.State, &b.Paid, &b.PaidAt, &b.Rules, &b.PlacedAt, &b.EndedAt)
	return b, err
}

// Find returns a bet of a member with the round that it is on, or fault.BetNotFound.
func (s *Service) Find(ctx context.Context, member, id string) (Bet, Published, error) {
	rows, err := s.db.Query(ctx, `SELECT `+betColumns+` FROM minigame_bet WHERE id = $1 AND member_id = $2`, id, member)
	if err != nil {
		return Bet{}, Published{}, fmt.Errorf("minigame: bet: %w", err)
	}
	b, err := pgx.CollectExactlyOneRow(rows, scanBet)
	if errors.Is(err, pgx.ErrNoRows) {
		return Bet{}, Published{}, fault.BetNotFound
	} else if err != nil {
		return Bet{}, Published{}, fmt.Errorf("minigame: bet: %w", err)
	}
	p, _, err := s.Round(ctx, b.Round)
	return b, p, err
}

// recent bounds the bets of Recent.
const recent = 50

// Recent returns the newest bets of a member on a game, those of the last day.
func (s *Service) Recent(ctx context.Context, member, game string) ([]Bet, error) {
	rows, err := s.db.Query(ctx, `
		SELECT `+betColumns+` FROM minigame_bet WHERE member_id = $1 AND game = $2 AND placed_at > now() - interval '1 day' ORDER BY placed_at DESC, id LIMIT $3`, member, game, recent)
	if err != nil {
		return nil, fmt.Errorf("minigame: bets: %w", err)
	}
	list, err := pgx.CollectRows(rows, scanBet)
	if err != nil {
		return nil, fmt.Errorf("minigame: bets: %w", err)
	}
	return list, nil
}

// Named returns bets by their ids, of any member.
func (s *Service) Named(ctx context.Context, ids []string) (map[string]Bet, error) {
	rows, err := s.db.Query(ctx, `SELECT `+betColumns+` FROM minigame_bet WHERE id = ANY ($1)`, ids)
	if err != nil {
		return nil, fmt.Errorf("minigame: bets: %w", err)
	}
	list, err := pgx.CollectRows(rows, scanBet)
	if err != nil {
		return nil, fmt.Errorf("minigame: bets: %w", err)
	}
	all := make(map[string]Bet, len(list))
	for _, b := range list {
		all[b.ID] = b
	}
	return all, nil
}

// Stopped returns which games a site takes no bets on now.
func (s *Service) Stopped(ctx context.Context, siteID string) (map[string]bool, error) {
	rows, err := s.db.Query(ctx, `SELECT u.game FROM unnest($2::text[]) AS u (game) WHERE betgate_stopped($1, $3, u.game)`, siteID, codes(), casino.Draws)
	if err != nil {
		return nil, fmt.Errorf("minigame: switches: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("minigame: switches: %w", err)
	}
	stopped := make(map[string]bool, len(list))
	for _, code := range list {
		stopped[code] = true
	}
	return stopped, nil
}
