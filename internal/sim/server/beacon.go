package server

import (
	"encoding/hex"
	"net/http"
	"strconv"
	"time"

	"hubstake/internal/core/beacon"
	"hubstake/internal/sim/chaos"
)

// BeaconRound is a round of the beacon that this program plays, as drand's API tells it.
type BeaconRound struct {
	Round      uint64 `json:"round"`
	Randomness string `json:"randomness"` // hex
	Signature  string `json:"signature"`  // hex
}

// BeaconInfo are the parameters of the beacon, as drand's API tells them.
type BeaconInfo struct {
	PublicKey string `json:"public_key"` // hex
	Period    int64  `json:"period"`     // seconds
	Genesis   int64  `json:"genesis_time"`
	Hash      string `json:"hash"`
	Scheme    string `json:"schemeID"`
}

// beaconInfo answers anyone who asks for the network by the hash of its chain.
func (h *handlers) beaconInfo(w http.ResponseWriter, r *http.Request) {
	n := h.beacon.Network()
	if r.PathValue("chain") != n.Hash {
		refuse(w, http.StatusNotFound, "UNKNOWN_CHAIN")
		return
	}
	answer(w, http.StatusOK, BeaconInfo{
		PublicKey: hex.EncodeToString(n.PublicKey), Period: int64(n.Period / time.Second), Genesis: n.Genesis.Unix(), Hash: n.Hash,
		Scheme: "bls-unchained-g1-rfc9380",
	})
}

// beaconRound answers a round whose time has come, or the latest. Faults of the beacon are used up by questions for a round.
func (h *handlers) beaconRound(w http.ResponseWriter, r *http.Request) {
	n := h.beacon.Network()
	if r.PathValue("chain") != n.Hash {
		refuse(w, http.StatusNotFound, "UNKNOWN_CHAIN")
		return
	}
	var faults chaos.Settings
	if h.box.Get().Beacon != "" {
		faults = h.box.Take()
	}
	now := h.clk.Now()
	if faults.Beacon == chaos.BeaconLate {
		now = now.Add(-faults.Delay())
	}
	round, err := strconv.ParseUint(r.PathValue("round"), 10, 64)
	if r.PathValue("round") == "latest" {
		round, err = n.RoundAt(now), nil
		if n.Time(round).After(now) {
			round--
		}
	}
	switch {
	case err != nil || round == 0:
		refuse(w, http.StatusBadRequest, "BAD_ROUND")
		return
	case n.Time(round).After(now):
		refuse(w, http.StatusTooEarly, "EARLY")
		return
	case faults.Beacon == chaos.BeaconMissing:
		refuse(w, http.StatusNotFound, "MISSING")
		return
	}
	signature := h.beacon.Sign(round)
	if faults.Beacon == chaos.BeaconForged {
		signature = h.beacon.Sign(round + 1)
	}
	randomness := beacon.Randomness(signature)
	answer(w, http.StatusOK, BeaconRound{Round: round, Randomness: hex.EncodeToString(randomness[:]), Signature: hex.EncodeToString(signature)})
}
