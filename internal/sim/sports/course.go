package sports

import (
	"fmt"
	"math"

	"hubstake/internal/core/odds"
)

// play draws the whole course of a match.
func (c *Calendar) play(l *league, round int64) *match {
	m := &match{league: l, seed: c.seed, round: round, kickOff: c.kickOff(l, round)}
	m.id = fmt.Sprintf("%04x-%d-%d", uint16(mix(c.seed)), l.index, round)
	m.home, m.away = pairing(round + int64(11*l.index)) // leagues are not at the same round
	m.difference = l.strengths[m.home] - l.strengths[m.away]
	b := &builder{match: m, draw: newSource(c.seed, 4, uint64(l.index), uint64(round))}
	b.now = step{part: -1, left: [2]float32{1, 1}, leftHalf: [2]float32{1, 1}}
	m.lines = m.mainLines(&b.now)
	b.before()
	if b.now.state == cancelled {
		return m
	}
	b.now.state = live
	switch l.rules.family {
	case goals:
		b.goals()
	case possessions:
		b.possessions()
	case innings:
		b.innings()
	case sets:
		b.sets()
	case fight:
		b.fight()
	}
	b.now.state, b.now.stop, b.now.left, b.now.leftHalf = ended, 0, [2]float32{}, [2]float32{}
	b.add(b.time+1, false)
	b.now.result = true
	b.add(b.time+b.draw.between(20, 90), false)
	return m
}

// builder draws the course of a match, step by step.
type builder struct {
	*match
	draw    *source
	now     step
	time    int // of the last step
	stopped int // when betting goes on; 0: it was not stopped
}

// add appends the present state as a step, at the earliest one second after the last one.
func (b *builder) add(at int, priced bool) {
	if len(b.steps) > 0 {
		at = max(at, b.time+1)
	}
	b.time, b.now.at = at, int32(at)
	if priced || len(b.steps) == 0 {
		b.now.priced = int32(len(b.steps))
	}
	b.steps = append(b.steps, b.now)
}

// Before the match prices move every so often; one match in so many is cancelled shortly before it would begin.
const (
	quietEvery  = 600
	cancelOneIn = 90
	cancelled0  = -1200
)

func (b *builder) before() {
	lead := -b.draw.between(shortestLead, longestLead)
	off := b.draw.below(cancelOneIn) == 0
	for at := lead; at < 0; at += b.draw.between(quietEvery-120, quietEvery+120) {
		if off && at > cancelled0 {
			b.now.state, b.now.result = cancelled, true
			b.add(at, false)
			return
		}
		b.add(at, true)
	}
	b.time = max(b.time, -1)
}

// addStop appends the present state as a step at which betting stops, in sports where it does.
func (b *builder) addStop(at int, reason uint8) {
	at = max(at, b.time+1)
	if b.rules.goalStop > 0 {
		b.now.stop, b.stopped = reason, at+b.rules.goalStop
	}
	b.add(at, b.rules.goalStop == 0)
}

// until lets time pass up to a moment: a stop of betting ends, and prices are made every so many seconds. tell sets what changes with time.
func (b *builder) until(at, every int, tell func(at int)) {
	for {
		next := b.time + every
		if b.now.stop != 0 {
			next = b.stopped
		}
		if next >= at && b.now.stop == 0 {
			return
		}
		b.now.stop = 0
		tell(max(next, b.time+1))
		b.add(next, true)
	}
}

// score adds points to the side 0 (home) or 1, in the match when it counts points, and in the period.
func (b *builder) score(side, points int) {
	if b.rules.family != sets {
		if side == 0 {
			b.now.home += int16(points)
		} else {
			b.now.away += int16(points)
		}
	}
	b.now.inPart[side] += int16(points)
}

// begin begins a period of play.
func (b *builder) begin(part int) {
	b.now.pause = false
	if b.now.part != int8(part) { // one overtime follows another as the same period
		b.now.part, b.now.inPart = int8(part), [2]int16{}
	}
}

// finish notes the score of the period that has just been played.
func (b *builder) finish() {
	b.parts = append(b.parts[:b.now.part], odds.Score{Home: int(b.now.inPart[0]), Away: int(b.now.inPart[1])})
}

// Prices are made so often during play and in breaks.
const (
	liveEvery  = 20
	breakEvery = 300
)

// clocked plays the periods of a running clock. Each is a call of play, which lets time pass up to its end; extra says whether one more period is needed.
func (b *builder) clocked(play func(end int, tell func(at int)), extra func() bool) {
	r := b.rules
	regular := len(r.parts)
	if !r.draws {
		regular--
	}
	total := r.length * regular
	for part := 0; part < regular || extra(); part++ {
		if part > 0 {
			pause := r.breaks[min(part, len(r.breaks))-1]
			b.now.pause = true
			b.add(b.time+1, true)
			restart := b.time + pause
			b.until(restart, breakEvery, func(int) {})
			b.time = max(b.time, restart-1)
		}
		share := 1
		if part == 0 {
			share = 2 // the first half stops less often
		}
		length := r.length + b.draw.between(r.added[0]/share, r.added[1]/share)
		from := b.time + 1
		b.begin(min(part, len(r.parts)-1))
		tell := func(at int) {
			played := at - from
			b.now.clock = int32(part*r.length + played)
			rest := max(20, length-played)
			left := float32(rest+max(0, regular-1-part)*r.length) / float32(total)
			half := float32(0)
			if part < r.half {
				half = float32(rest+(r.half-1-part)*r.length) / float32(r.half*r.length)
			}
			b.now.left, b.now.leftHalf = [2]float32{left, left}, [2]float32{half, half}
			b.weaken()
		}
		tell(from)
		b.add(from, true)
		play(from+length, tell)
		b.finish()
	}
}

// A side that lost a player scores less, and the other one more.
const (
	weaker   = 0.7
	stronger = 1.15
)

// weaken takes the players who were sent off into account.
func (b *builder) weaken() {
	for side := range 2 {
		f := float32(b.factor(side))
		b.now.left[side] *= f
		b.now.leftHalf[side] *= f
	}
}

func (b *builder) factor(side int) float64 {
	for i, what := range b.rules.incidents {
		if what.name == red {
			return math.Pow(weaker, float64(b.now.counts[i][side])) * math.Pow(stronger, float64(b.now.counts[i][1-side]))
		}
	}
	return 1
}

// rates are the expected goals or runs of both sides in a whole match, or the factors of attacks.
func (m *match) rates(opinion float64) (home, away float64) {
	shift := m.rules.spread * (m.difference + opinion) / 2
	return m.rules.home * math.Exp(shift), m.rules.away * math.Exp(-shift)
}

func (b *builder) goals() {
	r := b.rules
	home, away := b.rates(0)
	// The time of the stops is played as well, without goals; three quarters of the longest stoppage time is what both periods have on average.
	seconds := float64(r.length*len(r.parts)) + 0.75*float64(r.added[0]+r.added[1]) - (r.home+r.away)*float64(r.goalStop)
	b.clocked(func(end int, tell func(int)) {
		for {
			rates := []float64{home * b.factor(0), away * b.factor(1)}
			for _, what := range r.incidents {
				rates = append(rates, what.rate, what.rate)
			}
			sum := 0.0
			for _, rate := range rates {
				sum += rate
			}
			at := max(b.time, b.stopped) + 1 + int(b.draw.wait(seconds/sum))
			b.until(min(at, end), liveEvery, tell)
			if at >= end {
				return
			}
			pick, what := b.draw.float()*sum, 0
			for what < len(rates)-1 && pick >= rates[what] {
				pick -= rates[what]
				what++
			}
			b.happen(what, at, tell)
		}
	}, func() bool { return false })
}

// happen lets a goal (0 and 1, by side) or an incident (from 2 on) happen.
func (b *builder) happen(what, at int, tell func(int)) {
	side := what % 2
	if what < 2 {
		b.score(side, 1)
		tell(at)
		b.addStop(at, stopGoal)
		return
	}
	i := what/2 - 1
	if b.rules.incidents[i].name == red {
		if b.now.counts[i][side] >= 2 {
			return
		}
		b.now.counts[i][side]++
		tell(at)
		b.addStop(at, stopRed)
		return
	}
	if b.now.counts[i][side] < math.MaxUint8 {
		b.now.counts[i][side]++
	}
	tell(at)
	b.add(at, true)
}

// attack draws the points of an attack whose chances are multiplied by a factor.
func (b *builder) attack(factor float64) int {
	draw := b.draw.float()
	for _, p := range b.rules.table {
		if draw < p.chance*factor {
			return p.points
		}
		draw -= p.chance * factor
	}
	return 0
}

func (b *builder) possessions() {
	home, away := b.rates(0)
	side := b.draw.below(2)
	b.clocked(func(end int, tell func(int)) {
		next := float64(b.time) - b.rules.pace*b.draw.float() // the attack that runs when the period begins
		for {
			next += b.rules.pace * (0.6 + 0.8*b.draw.float())
			at := max(int(next), b.time+1, b.stopped+1)
			b.until(min(at, end), liveEvery, tell)
			if at >= end {
				return
			}
			factor := home
			if side == 1 {
				factor = away
			}
			if points := b.attack(factor); points > 0 {
				b.score(side, points)
				tell(at)
				b.addStop(at, stopGoal)
			}
			side = 1 - side
		}
	}, func() bool { return !b.rules.draws && b.now.home == b.now.away })
}

// Runs of a half inning: none at all in most, then each one more with the same chance.
const (
	runsChance = 0.27
	moreRuns   = 0.44
	regulation = 9
)

func (b *builder) innings() {
	home, away := b.rates(0)
	usual := regulation * runsChance / (1 - moreRuns)
	for inning := 0; inning < regulation || b.now.home == b.now.away; inning++ {
		b.begin(inning)
		for half := range 2 { // the away side bats first
			side := 1 - half
			if inning >= regulation-1 && side == 0 && b.now.home > b.now.away {
				break
			}
			from := b.time + 1
			length := int(b.rules.pace * (0.75 + 0.5*b.draw.float()))
			tell := func(at int) {
				rest := float32(max(0, regulation-1-inning))
				batting := max(0.1, 1-float32(at-from)/float32(length))
				b.now.left = [2]float32{rest / regulation, rest / regulation}
				b.now.left[side] += batting / regulation
				if half == 0 {
					b.now.left[0] += 1. / regulation
				}
			}
			tell(from)
			b.add(from, true)
			expected := []float64{home, away}[side]
			runs := 0
			if b.draw.chance(min(0.9, runsChance*expected/usual)) {
				for runs = 1; runs < 9 && b.draw.chance(moreRuns); runs++ {
				}
			}
			if inning == mostInnings-1 && side == 0 && runs == 0 && b.now.home == b.now.away {
				runs = 1
			}
			walkOff := false
			for i := 0; i < runs && !walkOff; i++ {
				at := max(b.time, b.stopped) + 1 + b.draw.between(10, max(20, length/(runs+1)))
				b.until(at, liveEvery*3, tell)
				b.score(side, 1)
				tell(at)
				b.addStop(at, stopGoal)
				walkOff = inning >= regulation-1 && side == 0 && b.now.home > b.now.away
			}
			if !walkOff {
				b.until(from+length, liveEvery*3, tell)
			}
		}
		b.finish()
	}
}

// pointChance is the chance of the home side to win a point.
func (m *match) pointChance(opinion float64) float64 {
	return min(0.7, max(0.3, m.rules.home+m.rules.spread*(m.difference+opinion)))
}

func (b *builder) sets() {
	r := b.rules
	p := b.pointChance(0)
	for set := 0; int(b.now.home) < r.wins && int(b.now.away) < r.wins; set++ {
		if set > 0 {
			b.time += b.draw.between(60, 120)
		}
		b.begin(set)
		b.add(b.time+1, true)
		target := r.setTarget(set)
		for n := 1; !setWon(int(b.now.inPart[0]), int(b.now.inPart[1]), target, r.cap); n++ {
			at := b.time + max(1, int(r.pace*(0.6+0.8*b.draw.float())))
			side := 1
			if b.draw.chance(p) {
				side = 0
			}
			b.score(side, 1)
			b.now.pause = setWon(int(b.now.inPart[0]), int(b.now.inPart[1]), target, r.cap)
			switch {
			case b.now.pause && side == 0:
				b.now.home++
			case b.now.pause:
				b.now.away++
			}
			b.add(at, b.now.pause || r.pace >= liveEvery*3 || n%3 == 0)
		}
		b.finish()
	}
}

// setTarget is the number of points of a set.
func (r *rules) setTarget(set int) int {
	if set == len(r.parts)-1 {
		return r.last
	}
	return r.target
}

// setWon reports whether a set is over: a side has the points and leads by two, or reached the cap.
func setWon(x, y, target, most int) bool {
	high, lead := max(x, y), max(x-y, y-x)
	return high >= target && lead >= 2 || high >= most
}

// fightChance is the chance of the home side to win a fight.
func (m *match) fightChance(opinion float64) float64 {
	return 1 / (1 + math.Exp(-m.rules.spread*(m.difference+opinion)))
}

// meanFinish is how long a fight takes on average until one ends it, in seconds of fighting, were there no last round.
const meanFinish = 900

func (b *builder) fight() {
	r := b.rules
	finish := int(b.draw.wait(meanFinish))
	for round := range r.parts {
		if round > 0 {
			b.now.pause = true
			b.add(b.time+1, true)
			b.time += r.breaks[round-1]
		}
		from := b.time + 1
		b.begin(round)
		tell := func(at int) { b.now.clock = int32(round*r.length + at - from) }
		tell(from)
		b.add(from, true)
		length := min(r.length, max(10, finish))
		finish -= r.length
		b.until(from+length, liveEvery, tell)
		if finish < 0 || round == len(r.parts)-1 {
			side := 1
			if b.draw.chance(b.fightChance(0)) {
				side = 0
			}
			b.score(side, 1)
			b.finish()
			return
		}
		b.finish()
	}
}
