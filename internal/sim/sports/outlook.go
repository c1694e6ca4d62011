package sports

import "math"

// spreadOf is a distribution of whole numbers: the difference or the sum of a final score.
type spreadOf struct {
	low    int
	chance []float64
	atMost []float64 // sums of chance
}

func newSpread(low int, chance []float64) spreadOf {
	d := spreadOf{low, chance, make([]float64, len(chance))}
	sum := 0.0
	for _, p := range chance {
		sum += p
	}
	so := 0.0
	for i := range chance {
		chance[i] /= sum
		so += chance[i]
		d.atMost[i] = so
	}
	return d
}

func (d *spreadOf) exactly(n int) float64 {
	if i := n - d.low; i >= 0 && i < len(d.chance) {
		return d.chance[i]
	}
	return 0
}

func (d *spreadOf) atLeast(n int) float64 {
	switch i := n - d.low; {
	case i <= 0:
		return 1
	case i > len(d.chance):
		return 0
	default:
		return max(0, 1-d.atMost[i-1])
	}
}

// outlook is how a match, or its first half, may end.
type outlook struct {
	difference, sum spreadOf
	// home and away are the distributions of what the sides still score, independent of each other; only of sports that count goals and runs
	home, away []float64
	// exact are the chances of final scores of sets, by home*(wins+1)+away
	exact []float64
}

// model is the score so far and what is expected to come.
type model struct {
	home, away         int     // the score
	moreHome, moreAway float64 // expected
	variance           float64 // of each side's, of sports of many points
	times              float64 // the variance by the mean, of runs
	draws              bool
}

// poisson are the chances of 0, 1, 2 … until nothing is left.
func poisson(mean float64) []float64 {
	n := int(mean+6*math.Sqrt(mean)) + 8
	chance := make([]float64, n)
	p := math.Exp(-mean)
	for i := range chance {
		chance[i] = p
		p *= mean / float64(i+1)
	}
	return chance
}

// clustered are the chances of 0, 1, 2 … runs, which come several at a time: a negative binomial distribution whose variance is so many times its mean.
func clustered(mean, times float64) []float64 {
	n := int(mean+8*math.Sqrt(mean*times)) + 12
	chance := make([]float64, n)
	size := mean / (times - 1)
	p := math.Pow(times, -size)
	for i := range chance {
		chance[i] = p
		p *= (size + float64(i)) / float64(i+1) * (1 - 1/times)
	}
	return chance
}

// counting returns the outlook of a sport in which goals or runs are counted: those of both sides are independent.
func counting(m model) outlook {
	x, y := poisson(m.moreHome), poisson(m.moreAway)
	if m.times > 1 {
		x, y = clustered(m.moreHome, m.times), clustered(m.moreAway, m.times)
	}
	difference := make([]float64, len(x)+len(y)-1)
	sum := make([]float64, len(x)+len(y))
	for i, p := range x {
		for j, q := range y {
			difference[i-j+len(y)-1] += p * q
			if !m.draws && m.home+i == m.away+j {
				sum[i+j+1] += p * q // the one that decides
			} else {
				sum[i+j] += p * q
			}
		}
	}
	o := outlook{difference: newSpread(m.home-m.away-len(y)+1, difference), sum: newSpread(m.home+m.away, sum), home: x, away: y}
	if !m.draws {
		o.difference.decide(m.moreHome / (m.moreHome + m.moreAway))
	}
	return o
}

// pointwise returns the outlook of a sport of many points: difference and sum are normally distributed and independent.
func pointwise(m model) outlook {
	deviation := math.Sqrt(max(0.05, 2*m.variance))
	around := func(mean float64, least int) spreadOf {
		low := max(least, int(math.Floor(mean-6*deviation)))
		n := int(math.Ceil(mean+6*deviation)) - low + 1
		chance := make([]float64, max(1, n))
		below := 0.0
		if len(chance) > 1 {
			for i := range chance {
				up := 0.5 * math.Erfc((mean-float64(low+i)-0.5)/(deviation*math.Sqrt2))
				chance[i], below = max(0, up-below), up
			}
		} else {
			chance[0] = 1
		}
		return newSpread(low, chance)
	}
	o := outlook{
		difference: around(float64(m.home-m.away)+m.moreHome-m.moreAway, math.MinInt32),
		sum:        around(float64(m.home+m.away)+m.moreHome+m.moreAway, m.home+m.away),
	}
	if !m.draws {
		o.difference.decide(0.5 + min(0.1, max(-0.1, (m.moreHome-m.moreAway)/(m.moreHome+m.moreAway+1))))
	}
	return o
}

// decide gives the chance of a draw to the sides, so much of it to the home side: they play on until one leads.
func (d *spreadOf) decide(home float64) {
	draw := d.exactly(0)
	if draw == 0 {
		return
	}
	chance := append(append([]float64{0}, d.chance...), 0)
	low := d.low - 1
	chance[-low] = 0
	chance[1-low] += draw * home
	chance[-1-low] += draw * (1 - home)
	*d = newSpread(low, chance)
}

// setChance is the chance to win a set from a score, with a chance to win each point.
func setChance(p float64, x, y, target, most int) float64 {
	if setWon(x, y, target, most) {
		if x > y {
			return 1
		}
		return 0
	}
	// From deuce on the set is a walk to a lead of two; the cap is far away or, at tennis's, close.
	size := min(most, target+20)
	chance := make([]float64, (size+1)*(size+1))
	for i := size; i >= x; i-- {
		for j := size; j >= y; j-- {
			at := i*(size+1) + j
			switch {
			case setWon(i, j, target, most) && i > j:
				chance[at] = 1
			case setWon(i, j, target, most):
			case i == size || j == size:
				chance[at] = p * p / (p*p + (1-p)*(1-p))
			default:
				chance[at] = p*chance[at+size+1] + (1-p)*chance[at+1]
			}
		}
	}
	return chance[x*(size+1)+y]
}

// inSets returns the outlook of a match of sets: won so many each, with the chance to win the current one, a later one, and the last possible one.
func inSets(home, away, wins int, current, later, last float64) outlook {
	o := outlook{exact: make([]float64, (wins+1)*(wins+1))}
	var walk func(x, y int, chance, p float64)
	walk = func(x, y int, chance, p float64) {
		switch {
		case x == wins || y == wins:
			o.exact[x*(wins+1)+y] += chance
			return
		case p < 0 && x+y == 2*wins-2:
			p = last
		case p < 0:
			p = later
		}
		walk(x+1, y, chance*p, -1)
		walk(x, y+1, chance*(1-p), -1)
	}
	walk(home, away, 1, current)
	difference, sum := make([]float64, 2*wins+1), make([]float64, 2*wins)
	for x := range wins + 1 {
		for y := range wins + 1 {
			if p := o.exact[x*(wins+1)+y]; p > 0 {
				difference[x-y+wins] += p
				sum[x+y] += p
			}
		}
	}
	o.difference, o.sum = newSpread(-wins, difference), newSpread(0, sum)
	return o
}

// outlook returns how the match may end, seen from a step, with the opinion of bettors at that moment.
func (m *match) outlook(s *step) outlook {
	sides, amount := 0.35*m.mood(s, 0), math.Exp(0.06*m.mood(s, 1))
	r := &m.rules
	switch r.family {
	case sets:
		p := m.pointChance(sides)
		wins := func(x, y, set int) float64 { return setChance(p, x, y, r.setTarget(set), r.cap) }
		set := int(s.home + s.away)
		if s.part < 0 || s.pause {
			return inSets(int(s.home), int(s.away), r.wins, wins(0, 0, set), wins(0, 0, 0), wins(0, 0, len(r.parts)-1))
		}
		return inSets(int(s.home), int(s.away), r.wins, wins(int(s.inPart[0]), int(s.inPart[1]), set), wins(0, 0, 0), wins(0, 0, len(r.parts)-1))
	case fight:
		p := m.fightChance(sides)
		return outlook{difference: newSpread(-1, []float64{1 - p, 0, p}), sum: newSpread(1, []float64{1})}
	}
	return m.expect(int(s.home), int(s.away), sides, amount, s.left, 1, r.draws)
}

// halfOutlook returns how the first half may end, seen from a step.
func (m *match) halfOutlook(s *step) outlook {
	sides, amount := 0.35*m.mood(s, 0), math.Exp(0.06*m.mood(s, 1))
	score := m.halfScore(s)
	return m.expect(score.Home, score.Away, sides, amount, s.leftHalf, 0.5, true)
}

// spared takes into account that the home side does not bat when it has won already.
const spared = 0.975

func (m *match) expect(home, away int, sides, amount float64, left [2]float32, share float64, draws bool) outlook {
	x, y := m.rates(sides)
	o := model{home: home, away: away, draws: draws}
	parts := [2]float64{float64(left[0]) * share, float64(left[1]) * share}
	if m.rules.family != possessions {
		if m.rules.family == innings {
			amount *= spared
			o.times = (1+moreRuns)/(1-moreRuns) - runsChance/(1-moreRuns)
		}
		o.moreHome, o.moreAway = max(1e-6, x*amount*parts[0]), max(1e-6, y*amount*parts[1])
		return counting(o)
	}
	mean, square := 0.0, 0.0
	for _, p := range m.rules.table {
		mean += p.chance * float64(p.points)
		square += p.chance * float64(p.points*p.points)
	}
	regular := len(m.rules.parts)
	if !m.rules.draws {
		regular--
	}
	attacks := float64(regular*m.rules.length) / m.rules.pace / 2
	o.moreHome, o.moreAway = attacks*mean*x*amount*parts[0], attacks*mean*y*amount*parts[1]
	o.variance = attacks * (square - mean*mean) * (parts[0] + parts[1]) / 2
	return pointwise(o)
}
