package footballdata

import (
	"strings"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
)

// division is a league by its code in the column Div. The order is the one of lists.
type division struct{ code, country, name string }

var divisions = []division{
	{"E0", "GB", "Premier League"},
	{"E1", "GB", "Championship"},
	{"E2", "GB", "League One"},
	{"E3", "GB", "League Two"},
	{"EC", "GB", "National League"},
	{"SC0", "GB", "Scottish Premiership"},
	{"SC1", "GB", "Scottish Championship"},
	{"SC2", "GB", "Scottish League One"},
	{"SC3", "GB", "Scottish League Two"},
	{"D1", "DE", "Bundesliga"},
	{"D2", "DE", "2. Bundesliga"},
	{"I1", "IT", "Serie A"},
	{"I2", "IT", "Serie B"},
	{"SP1", "ES", "La Liga"},
	{"SP2", "ES", "Segunda División"},
	{"F1", "FR", "Ligue 1"},
	{"F2", "FR", "Ligue 2"},
	{"N1", "NL", "Eredivisie"},
	{"B1", "BE", "Pro League"},
	{"P1", "PT", "Primeira Liga"},
	{"T1", "TR", "Süper Lig"},
	{"G1", "GR", "Super League Greece"},
}

// league describes the league of a code. A code that is not known is its own name.
func league(code string) *fixture.League {
	for i, d := range divisions {
		if d.code == code {
			return &fixture.League{ID: code, Sport: odds.Soccer, Country: d.country, Names: map[string]string{"en": d.name}, Rank: i + 1}
		}
	}
	country, _, _ := strings.Cut(code, " ") // of an extra league
	return &fixture.League{ID: code, Sport: odds.Soccer, Country: countries[country], Names: map[string]string{"": code}}
}

// team describes a team, whose name in the files is its id.
func team(name string) *fixture.Team {
	return &fixture.Team{ID: name, Sport: odds.Soccer, Names: map[string]string{"en": name}}
}
