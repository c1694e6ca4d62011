package report

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/core/money"
)

// Moved names a row of the ledger by the CASH event that told of it.
type Moved struct {
	Site, Member string
	Version      int64
	At           time.Time // of the event
}

// Other is the group of a game that the catalogue does not have.
const Other = "other"

// Figure is what moves of one kind add up to. Group is that of the game (casino, slot, sports, minigame), or Other.
type Figure struct {
	Site, Kind, Group string
	Taken             bool // from the member
	Moves             int64
	Amount            money.Amount // never negative
}

// Groups finds the groups of games by their codes; a game that the catalogue does not have is left out.
func Groups(ctx context.Context, db *pgxpool.Pool, codes []string) (map[string]string, error) {
	rows, err := reportdb.New(db).Groups(ctx, codes)
	if err != nil {
		return nil, fmt.Errorf("report: groups of games: %w", err)
	}
	out := make(map[string]string, len(rows))
	for _, r := range rows {
		out[r.Code] = r.GroupCode
	}
	return out, nil
}

// Figures adds up moves. Each is found by its key: the cost is that of the moves, however large the ledger is.
func Figures(ctx context.Context, db *pgxpool.Pool, moves []Moved) ([]Figure, error) {
	var arg reportdb.FiguresParams
	for _, m := range moves {
		arg.Sites, arg.Members = append(arg.Sites, m.Site), append(arg.Members, m.Member)
		arg.Versions, arg.At = append(arg.Versions, m.Version), append(arg.At, m.At)
	}
	rows, err := reportdb.New(db).Figures(ctx, arg)
	if err != nil {
		return nil, fmt.Errorf("report: figures: %w", err)
	}
	out := make([]Figure, len(rows))
	for i, r := range rows {
		out[i] = Figure{r.Site, r.Kind, r.GameGroup, r.Taken, r.Moves, money.Amount(r.Amount)}
	}
	return out, nil
}
