package fairness_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/beacon"
	"hubstake/internal/core/fairness"
)

// update writes testdata/vectors.json again. A change of anything but additions means that past rounds can no longer be verified.
var update = flag.Bool("update", false, "write testdata/vectors.json")

// vectors is the file that this package and web/src/shared/fairness must agree with. Numbers of streams are texts, because JavaScript
// cannot read all of them as numbers.
type vectors struct {
	Commitments []commitment `json:"commitments"`
	Chains      []chain      `json:"chains"`
	Streams     []stream     `json:"streams"`
	Samples     []sample     `json:"samples"`
	Draws       []draw       `json:"draws"`
	Beacons     []network    `json:"beacons"`
}

type commitment struct {
	Seed       fairness.Hash `json:"seed"`
	Commitment fairness.Hash `json:"commitment"`
}

type chain struct {
	Last   fairness.Hash `json:"last"`
	Length int           `json:"length"`
	Head   fairness.Hash `json:"head"`
	Seeds  []link        `json:"seeds"`
}

type link struct {
	Index int           `json:"index"`
	Seed  fairness.Hash `json:"seed"`
}

type stream struct {
	Name    string        `json:"name"`
	Seed    fairness.Hash `json:"seed"`
	Message string        `json:"message"`
	Bounds  []string      `json:"bounds"`
	Numbers []string      `json:"numbers"`
}

type sample struct {
	Seed    fairness.Hash `json:"seed"`
	Message string        `json:"message"`
	N       int           `json:"n"`
	K       int           `json:"k"`
	Sample  []int         `json:"sample"`
}

// draw is a message with the first numbers of 28, 27 … 24 and 10.
type draw struct {
	Game       string        `json:"game"`
	No         int64         `json:"no"`
	Randomness fairness.Hash `json:"randomness"`
	Seed       fairness.Hash `json:"seed"`
	Message    string        `json:"message"`
	Numbers    []int64       `json:"numbers"`
}

// network is a beacon with signatures, of which some are refused.
type network struct {
	Hash      string      `json:"hash"`
	Genesis   int64       `json:"genesis"` // Unix seconds
	Period    int64       `json:"period"`  // seconds
	PublicKey string      `json:"publicKey"`
	Rounds    []round     `json:"rounds"`
	Times     []roundTime `json:"times"`
}

// round is a signature and its randomness, which is absent if the signature must be refused.
type round struct {
	Name       string         `json:"name"`
	Round      uint64         `json:"round"`
	Signature  string         `json:"signature"`
	Randomness *fairness.Hash `json:"randomness,omitempty"`
}

// roundTime is the first round at or after a time.
type roundTime struct {
	At    time.Time `json:"at"`
	Round uint64    `json:"round"`
}

// beacons are quicknet with the round of its documentation, and a network of the development.
func beacons() []network {
	quicknet := describe(beacon.Quicknet())
	good := "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b"
	quicknet.add("of the documentation", 657_413, good)
	quicknet.add("of another round", 657_414, good)
	quicknet.add("of the other sign", 657_413, "97"+good[2:])
	quicknet.add("a bent bit", 657_413, good[:94]+"7a")
	quicknet.add("too short", 657_413, good[:94])
	quicknet.add("too long", 657_413, good+"00")
	quicknet.add("infinity", 657_413, "c0"+strings.Repeat("00", 47))
	quicknet.add("not on the curve", 657_413, "80"+strings.Repeat("00", 46)+"01")
	quicknet.add("not in the subgroup", 657_413, "80"+strings.Repeat("00", 46)+"04")
	quicknet.add("not hexadecimal", 657_413, "g"+good[1:])
	quicknet.add("nothing", 657_413, "")

	secret := seed("beacon")
	signer, err := beacon.NewSigner(secret[:])
	if err != nil {
		panic(err)
	}
	ours := describe(signer.Network())
	for _, r := range []uint64{1, 2, 1 << 33} {
		ours.add("signed", r, hex.EncodeToString(signer.Sign(r)))
	}
	ours.add("of another network", 657_413, good)
	return []network{quicknet, ours}
}

func describe(n beacon.Network) network {
	made := network{Hash: n.Hash, Genesis: n.Genesis.Unix(), Period: int64(n.Period / time.Second), PublicKey: hex.EncodeToString(n.PublicKey)}
	for _, after := range []time.Duration{-time.Hour, 0, time.Millisecond, 2999 * time.Millisecond, 3 * time.Second, 3001 * time.Millisecond, 103_323_033 * time.Second} {
		at := n.Genesis.Add(after)
		made.Times = append(made.Times, roundTime{at, n.RoundAt(at)})
	}
	return made
}

func (n *network) add(name string, r uint64, signature string) {
	made := round{Name: name, Round: r, Signature: signature}
	b, _ := hex.DecodeString(signature) // an incomplete one is refused
	key, _ := hex.DecodeString(n.PublicKey)
	if randomness, err := (beacon.Network{PublicKey: key}).Verify(r, b); err == nil {
		made.Randomness = (*fairness.Hash)(&randomness)
	}
	n.Rounds = append(n.Rounds, made)
}

// seed is a fixed seed of a vector: the SHA-256 of a name.
func seed(name string) fairness.Hash { return sha256.Sum256([]byte("vector " + name)) }

// counting is the seed 00 01 02 … 1f.
func counting() (h fairness.Hash) {
	for i := range h {
		h[i] = byte(i)
	}
	return h
}

// skewed is a bound with which a third of the candidates must be skipped.
const skewed = 1<<64/3 + 1

// compute makes the vectors of fixed inputs.
func compute() (v vectors) {
	for _, s := range []fairness.Hash{{}, counting(), seed("commitment")} {
		v.Commitments = append(v.Commitments, commitment{s, fairness.Commitment(s)})
	}
	for _, length := range []int{1, 2, 255, 256, 257, 1000, 100_000} {
		last := seed("chain " + strconv.Itoa(length))
		if length >= 1000 {
			last = counting()
		}
		c := fairness.NewChain(last, length)
		made := chain{Last: last, Length: length, Head: c.Head()}
		indexes := []int{1, 2, 255, 256, 257, length/2 + 1, length}
		slices.Sort(indexes)
		for _, i := range slices.Compact(indexes) {
			if i <= length {
				made.Seeds = append(made.Seeds, link{i, c.Seed(i)})
			}
		}
		v.Chains = append(v.Chains, made)
	}
	for _, s := range []struct {
		name, message string
		seed          fairness.Hash
		bounds        []int64
	}{
		{"small bounds", "my luck", counting(), []int64{100, 100, 100, 100, 100, 100, 100, 100}},
		{"a third is skipped", "my luck", counting(), []int64{skewed, skewed, skewed, skewed, skewed, skewed}},
		{"no message", "", seed("no message"), []int64{1, 2, 10, 1 << 32, 1<<63 - 1}},
		{"a message of other letters", "행운 vận may โชค", seed("letters"), []int64{6, 52, 10_000, 1<<53 + 1}},
		{"a message with a zero byte", "a\x00b", seed("zero"), []int64{37, 37, 37}},
	} {
		made, numbers := stream{Name: s.name, Seed: s.seed, Message: s.message}, fairness.NewStream(s.seed[:], s.message)
		for _, n := range s.bounds {
			made.Bounds = append(made.Bounds, strconv.FormatInt(n, 10))
			made.Numbers = append(made.Numbers, strconv.FormatInt(numbers.Intn(n), 10))
		}
		v.Streams = append(v.Streams, made)
	}
	for _, s := range []sample{
		{N: 28, K: 5, Message: "five"}, {N: 20, K: 4, Message: "four"}, {N: 70, K: 22, Message: "keno"}, {N: 6, K: 6, Message: "all"}, {N: 3, K: 0, Message: "none"},
	} {
		s.Seed = seed(s.Message)
		s.Sample = fairness.NewStream(s.Seed[:], s.Message).Sample(s.N, s.K)
		v.Samples = append(v.Samples, s)
	}
	for _, d := range []draw{{Game: "pwball", No: 5_857_344}, {Game: "keno", No: 1}, {Game: "coin3", No: 9_762_240}} {
		d.Randomness, d.Seed = seed("beacon "+d.Game), seed("draw "+d.Game)
		d.Message = fairness.DrawMessage(d.Game, d.No, d.Randomness)
		numbers := fairness.NewStream(d.Seed[:], d.Message)
		for _, n := range []int64{28, 27, 26, 25, 24, 10} {
			d.Numbers = append(d.Numbers, numbers.Intn(n))
		}
		v.Draws = append(v.Draws, d)
	}
	v.Beacons = beacons()
	return v
}

func TestTheVectorsAreStillWhatTheyWere(t *testing.T) {
	t.Parallel()
	text, err := json.MarshalIndent(compute(), "", "  ")
	require.NoError(t, err)
	file := filepath.Join("testdata", "vectors.json")
	if *update {
		require.NoError(t, os.WriteFile(file, append(text, '\n'), 0o644))
	}
	stored, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(stored), string(text)+"\n")
}
