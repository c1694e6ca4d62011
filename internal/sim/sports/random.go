package sports

import "math"

// source is a generator of pseudorandom numbers (SplitMix64). Equal parts give equal series.
type source uint64

func newSource(parts ...uint64) *source {
	s := source(0x9e3779b97f4a7c15)
	for _, part := range parts {
		s = source(mix(uint64(s) ^ mix(part+0x632be59bd9b4e019)))
	}
	return &s
}

func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (s *source) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	return mix(uint64(*s))
}

// float returns a number from 0 up to, not including, 1.
func (s *source) float() float64 { return float64(s.next()>>11) / (1 << 53) }

// below returns a number from 0 to n-1. The bias of the division is far below anything that a simulation shows.
func (s *source) below(n int) int { return int(s.next() % uint64(n)) }

// between returns a number from low to high, both included.
func (s *source) between(low, high int) int { return low + s.below(high-low+1) }

// wait returns an exponentially distributed time with this mean.
func (s *source) wait(mean float64) float64 { return -mean * math.Log(1-s.float()) }

// normal returns a standard normal number.
func (s *source) normal() float64 {
	return math.Sqrt(-2*math.Log(1-s.float())) * math.Cos(2*math.Pi*s.float())
}

func (s *source) chance(p float64) bool { return s.float() < p }

// wander is a smooth curve through random numbers between -1 and 1, one every step seconds.
func wander(at, step int64, parts ...uint64) float64 {
	node := at / step
	part := float64(at%step) / float64(step)
	from, to := newSource(append(parts, uint64(node))...).float(), newSource(append(parts, uint64(node+1))...).float()
	part = part * part * (3 - 2*part)
	return 2*(from+(to-from)*part) - 1
}
