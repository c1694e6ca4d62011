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
	IsNew, IsHot                bool
	OwnWallet                   bool  // played with cash that is taken along
	RTP, Lines, Volatility      int32 // as the provider publishes them (internal/play/game); 0: not published
}

// Games returns the games that the operator marked as new or popular, in the order of the lobby.
func (s *Service) Games(ctx context.Context, siteID string) ([]Game, error) {
	return s.games.get(siteID, s.clk.Now(), func() ([]Game, error) {
		rows, err := reportdb.New(s.db).Games(ctx, siteID)
		if err != nil {
			return nil, fmt.Errorf("report: games: %w", err)
		}
		out := make([]Game, len(rows))
		for i, r := range rows {
			out[i] = game(r)
		}
		return out, nil
	})
}

// rankingLength is how many games the ranking has.
const rankingLength = 5

// Ranking returns the games in which most members have won in the last seven days, first the one with the most.
func (s *Service) Ranking(ctx context.Context, siteID string) ([]Game, error) {
	return s.ranking.get(siteID, s.clk.Now(), func() ([]Game, error) {
		st, err := s.sites.Get(ctx, siteID)
		if err != nil {
			return nil, err
		}
		rows, err := reportdb.New(s.db).Ranking(ctx, reportdb.RankingParams{
			SiteID: siteID, Since: s.daysAgo(st.Options, weekDays-1), Until: s.shownUntil(st.Options), Count: rankingLength,
		})
		if err != nil {
			return nil, fmt.Errorf("report: ranking: %w", err)
		}
		out := make([]Game, len(rows))
		for i, r := range rows {
			out[i] = game(reportdb.GamesRow(r))
		}
		return out, nil
	})
}

func game(r reportdb.GamesRow) Game {
	return Game{
		Code: r.Code, ProcID: r.ProcID, GroupCode: r.GroupCode, NameKOR: r.NameKor, NameENG: r.NameEng, Thumbnail: r.Thumbnail,
		IsNew: r.IsNew, IsHot: r.IsHot, OwnWallet: r.OwnWallet,
		RTP: r.Rtp, Lines: r.Lines, Volatility: r.Volatility,
	}
}
