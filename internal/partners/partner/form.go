package partner

import "hubstake/internal/core/waterfall"

// RateForm is rates by their names, as the calls of partners and staff have them: in basis points, 10,000 is 100 %.
type RateForm struct {
	CasinoRolling   int32 `json:"casinoRolling"`
	SlotRolling     int32 `json:"slotRolling"`
	MinigameRolling int32 `json:"minigameRolling"`
	CasinoLosing    int32 `json:"casinoLosing"`
	SlotLosing      int32 `json:"slotLosing"`
	MinigameLosing  int32 `json:"minigameLosing"`
	Sports1         int32 `json:"sports1"` // of single bets
	Sports2         int32 `json:"sports2"`
	Sports3         int32 `json:"sports3"`
	Sports4         int32 `json:"sports4"`
	Sports5         int32 `json:"sports5"`
	Sports6         int32 `json:"sports6"`
	SportsMore      int32 `json:"sportsMore"` // of more than 6 folders
}

func (f *RateForm) fields() [waterfall.Count]*int32 {
	return [waterfall.Count]*int32{
		&f.CasinoRolling, &f.SlotRolling, &f.MinigameRolling, &f.CasinoLosing, &f.SlotLosing, &f.MinigameLosing,
		&f.Sports1, &f.Sports2, &f.Sports3, &f.Sports4, &f.Sports5, &f.Sports6, &f.SportsMore,
	}
}

// Rates returns the rates of a form.
func (f RateForm) Rates() (r waterfall.Rates) {
	for k, field := range f.fields() {
		r[k] = *field
	}
	return r
}

// FormOf returns the form of rates.
func FormOf(r waterfall.Rates) (f RateForm) {
	for k, field := range f.fields() {
		*field = r[k]
	}
	return f
}
