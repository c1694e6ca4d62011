package report

import (
	"context"
	"fmt"

	"hubstake/internal/accounting/report/reportdb"
)

// Game as the main page shows it.
type Game struct {
	Code, ProcID, GroupCode     string
	NameKOR, NameENG, Thumbnail string
	New, Hot                    bool
	OwnWallet                   bool // played with cash that is taken along
}

// Games returns the games that the operator marked as new or popular, in the order of the lobby.
func (s *Service) Games(ctx context.Context, siteID string) ([]Game, error) {
	return s.games.get(siteID, s.clk.Now(), func() ([]Game, error) {
		rows, err := reportdb.New(s.db).Games(ctx)
		if err != nil {
			return nil, fmt.Errorf("report: games: %w", err)
		}
		out := make([]Game, len(rows))
		for i, r := range rows {
			out[i] = Game{
				Code: r.Code, ProcID: r.ProcID, GroupCode: r.GroupCode, NameKOR: r.NameKor, NameENG: r.NameEng, Thumbnail: r.Thumbnail,
				New: r.IsNew, Hot: r.IsHot, OwnWallet: r.OwnWallet,
			}
		}
		return out, nil
	})
}
