package draw

import "hubstake/internal/core/odds"

// Hit is one way in which picks of keno can end: Ways of Of equally likely draws are paid at Price.
type Hit struct {
	Price    odds.Price // 0 is lost
	Ways, Of int64
}

// Hits returns how a number of picks can end, from no hit to all; nothing when the game has no picks or not so many.
func (g Game) Hits(picks int) []Hit {
	if g.Kind != KindKeno || picks < 1 || picks > len(spotsPays) {
		return nil
	}
	all := make([]Hit, picks+1)
	for hits := range all {
		all[hits] = Hit{Price: spotsPays[picks-1][hits], Ways: hitWays(picks, hits), Of: choose(kenoPool, picks)}
	}
	return all
}
