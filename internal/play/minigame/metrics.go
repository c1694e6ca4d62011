package minigame

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/core/draw"
	"hubstake/internal/play/bet"
)

// Metrics count what becomes of bets on draws. The zero value counts nothing.
type Metrics struct {
	bets *prometheus.CounterVec
	took prometheus.Histogram
}

// NewMetrics registers them, each series at zero.
func NewMetrics(reg prometheus.Registerer) Metrics {
	m := Metrics{
		bets: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "minigame_bets_total",
			Help: "Bets on draws by game and by what became of them: placed, repeated (sent again under the same key), form (no bet), error, or the code of the refusal.",
		}, []string{"game", "result"}),
		took: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "minigame_bet_duration_seconds", Help: "Time until a bet on a draw was placed or refused.", Buckets: []float64{.005, .01, .02, .05, .1, .3, 1, 3},
		}),
	}
	reg.MustRegister(m.bets, m.took)
	for _, g := range draw.Games() {
		for _, result := range bet.Results() {
			m.bets.WithLabelValues(g.Code, result)
		}
	}
	return m
}

// placed counts a bet. A game that does not exist is not counted: its code would be a label of the caller's choice.
func (m Metrics) placed(game string, repeated bool, err error, took time.Duration) {
	if _, ok := draw.Of(game); m.bets == nil || !ok {
		return
	}
	m.took.Observe(took.Seconds())
	m.bets.WithLabelValues(game, bet.Result(repeated, err)).Inc()
}
