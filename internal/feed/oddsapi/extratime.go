package oddsapi

import (
	"slices"
	"time"

	"hubstake/internal/core/odds"
)

// leaguesOnly are leagues without a match that goes into extra time: no final, no play-off and no relegation match is listed with them.
var leaguesOnly = []string{
	"soccer_epl", "soccer_spain_la_liga", "soccer_brazil_campeonato", "soccer_china_superleague", "soccer_poland_ekstraklasa", "soccer_turkey_super_league",
	"handball_germany_bundesliga",
}

// shortestWithExtraTime is the time from the start of a soccer match until it can have ended after extra time: both halves, the break and 30 minutes, without
// stoppage time. A match in regular time takes about 115 minutes.
const shortestWithExtraTime = 135 * time.Minute

// extraTime reports whether the final score of a match may include extra time, which the API does not say (D-65): of a league that is not known to have none,
// unless the match was over too soon for it.
func (t *translation) extraTime(league string, m *match) bool {
	if !t.sport.RegularTime() || slices.Contains(leaguesOnly, league) {
		return false
	}
	return t.sport != odds.Soccer || t.at.Sub(m.StartsAt) >= shortestWithExtraTime
}
