package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hubstake/internal/core/beacon"
	"hubstake/internal/core/draw"
	"hubstake/internal/core/fairness"
)

// round is all that is published of a round.
type round struct {
	Game        string         `json:"game"`
	No          int64          `json:"no"`
	Rules       int            `json:"rules"` // the version of the pay table
	Chain       fairness.Hash  `json:"chain"` // its head
	Index       int            `json:"index"` // of the seed in the chain, from 1 on
	Commitment  fairness.Hash  `json:"commitment"`
	BeaconChain string         `json:"beaconChain"`
	BeaconRound uint64         `json:"beaconRound"`
	OpensAt     time.Time      `json:"opensAt"`
	ClosesAt    time.Time      `json:"closesAt"`
	DrawsAt     time.Time      `json:"drawsAt"`
	State       string         `json:"state"`
	EndedAt     time.Time      `json:"endedAt"`
	Reason      string         `json:"reason"`       // why it is void: a word of the house's programs, or the words of its staff
	Seed        string         `json:"seed"`         // empty until the round has ended
	Signature   string         `json:"signature"`    // of the beacon; empty: the round was void without it
	Previous    string         `json:"previousSeed"` // the head when the index is 1; empty while the round before waits for its draw
	Outcome     jsontext.Value `json:"outcome"`      // null: nothing was drawn

	game draw.Game
	seed fairness.Hash
}

const (
	stateDrawn = "drawn"
	stateVoid  = "void"
	// Reasons of the house's programs for void rounds.
	reasonLate  = "late"  // it was not drawn within tooLate of its time
	reasonClock = "clock" // its randomness was public while it took bets
	tooLate     = 10 * time.Minute
	// longestChain bounds the hashes of a check.
	longestChain = 10_000_000
)

// parseRound reads a round, or the answer of the site's call with one. It fails when there is nothing to verify.
func parseRound(text []byte) (*round, error) {
	var answer struct {
		Code    string         `json:"resultCode"`
		Message string         `json:"resultMessage"`
		Data    jsontext.Value `json:"data"`
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return nil, fmt.Errorf("not a published round: %w", err)
	}
	switch answer.Code {
	case "":
	case "200":
		text = answer.Data
	default:
		return nil, fmt.Errorf("the site refuses: %s (%s)", answer.Message, answer.Code)
	}
	r := new(round)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("not a published round: %w", err)
	}
	var known bool
	if r.game, known = draw.Of(r.Game); !known {
		return nil, fmt.Errorf("not a published round: there is no game %.32q", r.Game)
	}
	if r.State != stateDrawn && r.State != stateVoid {
		return nil, fmt.Errorf("round %d of %s is in the state %.32q: its seed is published after its draw", r.No, r.Game, r.State)
	}
	if r.State == stateVoid && r.Seed == "" {
		return nil, fmt.Errorf("round %d of %s is void, and its seed is published when the round before it has ended", r.No, r.Game)
	}
	if err := r.seed.UnmarshalText([]byte(r.Seed)); err != nil {
		return nil, fmt.Errorf("seed: %w", err)
	}
	if r.Index < 1 || r.Index > longestChain {
		return nil, fmt.Errorf("the index %d is not one of a chain", r.Index)
	}
	return r, nil
}

// check is one thing that must be so.
type check struct {
	about string
	err   error // nil: it is so
}

func that(about string, holds bool, otherwise string, args ...any) check {
	if holds {
		return check{about: about}
	}
	return check{about: about, err: fmt.Errorf(otherwise, args...)}
}

// checks returns all checks of the round. noted is the head of the chain that the caller knows from before; zero: none.
func (r *round) checks(networks []beacon.Network, noted fairness.Hash) []check {
	all := []check{
		that("the draw is at the time of the round's number, and betting closed before",
			r.DrawsAt.Equal(r.game.DrawTime(r.No)) && r.OpensAt.Before(r.ClosesAt) && r.ClosesAt.Before(r.DrawsAt),
			"round %d draws at %s; published: open %s, closed %s, drawn %s", r.No, r.game.DrawTime(r.No), r.OpensAt, r.ClosesAt, r.DrawsAt),
		that("the commitment is that of the seed", fairness.Commitment(r.seed) == r.Commitment, "it is %s, published: %s", fairness.Commitment(r.seed), r.Commitment),
	}
	if r.Previous != "" {
		var previous fairness.Hash
		err := previous.UnmarshalText([]byte(r.Previous))
		all = append(all, that("the seed follows the one before", err == nil && fairness.Follows(r.seed, previous), "published before it: %.80q", r.Previous))
	}
	head := r.seed
	for range r.Index {
		head = sha256.Sum256(head[:])
	}
	all = append(all, that(fmt.Sprintf("the seed is number %d of the chain", r.Index), head == r.Chain, "its head is %s, published: %s", head, r.Chain))
	if noted != (fairness.Hash{}) {
		all = append(all, that("the chain is the one that was noted", r.Chain == noted, "noted: %s, published: %s", noted, r.Chain))
	}
	return append(append(all, r.beaconChecks(networks)...), r.outcomeCheck())
}

// beaconChecks are those of the beacon's round and of its signature.
func (r *round) beaconChecks(networks []beacon.Network) []check {
	i := slices.IndexFunc(networks, func(n beacon.Network) bool { return n.Hash == r.BeaconChain })
	if i < 0 {
		return []check{that("the beacon is known", false, "%.80q is not drand's quicknet; -network names the parameters of another one", r.BeaconChain)}
	}
	network := networks[i]
	first := network.RoundAt(r.DrawsAt)
	all := []check{that("the beacon's round is the first one at or after the draw", r.BeaconRound == first, "it is %d, published: %d", first, r.BeaconRound)}
	if r.State == stateVoid && r.Signature == "" {
		return all
	}
	signature, err := hex.DecodeString(r.Signature)
	if err == nil {
		_, err = network.Verify(r.BeaconRound, signature)
	}
	return append(all, check{about: "the beacon signed its round", err: err})
}

// voidCheck looks whether the round was void by a rule, and not because of what would have been drawn.
func (r *round) voidCheck() check {
	const about = "the round has no outcome, and was void before one could be known or by the rules of time"
	if len(r.Outcome) != 0 && r.Outcome.Kind() != 'n' {
		return that(about, false, "it has the outcome %s", r.Outcome)
	}
	switch r.Reason {
	case reasonLate:
		return that(about, !r.EndedAt.Before(r.DrawsAt.Add(tooLate)), "it ended at %s, which is not %s after its draw at %s", r.EndedAt, tooLate, r.DrawsAt)
	case reasonClock:
		return that(about, r.Signature != "" && r.EndedAt.Before(r.ClosesAt), "it ended at %s, and a wrong clock would show in an end before the close at %s", r.EndedAt, r.ClosesAt)
	default:
		return that(about, r.EndedAt.Before(r.DrawsAt), "staff voided it, and it ended at %s, after its draw at %s", r.EndedAt, r.DrawsAt)
	}
}

// outcomeCheck draws again. A void round has no outcome.
func (r *round) outcomeCheck() check {
	if r.State == stateVoid {
		return r.voidCheck()
	}
	return check{about: "the draw of these numbers has the published outcome", err: r.drawAgain()}
}

func (r *round) drawAgain() error {
	published, err := draw.ParseOutcome(r.game, r.Outcome)
	if err != nil {
		return err
	}
	signature, err := hex.DecodeString(r.Signature)
	if err != nil || len(signature) == 0 {
		return errors.New("there is no signature of the beacon")
	}
	stream := fairness.NewStream(r.seed[:], fairness.DrawMessage(r.Game, r.No, beacon.Randomness(signature)))
	text := func(o draw.Outcome) string {
		b, _ := json.Marshal(o) // it has numbers and words only
		return string(b)
	}
	if want, got := text(r.game.Draw(stream)), text(published); want != got {
		return fmt.Errorf("it is %s, published: %s", want, got)
	}
	return nil
}
