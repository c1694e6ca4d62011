package coretest_test

import (
	"bytes"
	"encoding/hex"
	"math"
	"math/big"
	"testing"
	"time"

	"github.com/cloudflare/circl/ecc/bls12381"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"hubstake/internal/core/beacon"
)

// A round of quicknet as its API tells it.
const (
	quicknetRound      = 657_413
	quicknetSignature  = "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b"
	quicknetRandomness = "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"
)

func decodeHex(t require.TestingT, text string) []byte {
	b, err := hex.DecodeString(text)
	require.NoError(t, err)
	return b
}

func newSigner(t *testing.T) *beacon.Signer {
	t.Helper()
	s, err := beacon.NewSigner(bytes.Repeat([]byte{7}, 32))
	require.NoError(t, err)
	return s
}

func TestARoundOfQuicknetIsVerified(t *testing.T) {
	t.Parallel()
	n := beacon.Quicknet()
	require.NoError(t, n.Validate())
	got, err := n.Verify(quicknetRound, decodeHex(t, quicknetSignature))
	require.NoError(t, err)
	require.Equal(t, quicknetRandomness, hex.EncodeToString(got[:]))
}

func TestASignatureThatIsNotTheNetworksIsRefused(t *testing.T) {
	t.Parallel()
	n, good := beacon.Quicknet(), decodeHex(t, quicknetSignature)
	refused := func(name string, round uint64, signature []byte) {
		t.Helper()
		got, err := n.Verify(round, signature)
		require.ErrorIs(t, err, beacon.ErrSignature, name)
		require.Zero(t, got, name)
	}
	refused("the round before", quicknetRound-1, good)
	refused("the round after", quicknetRound+1, good)
	refused("no round", 0, good)
	refused("the greatest round", math.MaxUint64, good)
	for bit := range 8 * len(good) {
		bent := bytes.Clone(good)
		bent[bit/8] ^= 1 << (bit % 8)
		refused("a bent bit", quicknetRound, bent)
	}
	refused("nothing", quicknetRound, nil)
	refused("too short", quicknetRound, good[:47])
	refused("too long", quicknetRound, append(bytes.Clone(good), 0))
	refused("zeros", quicknetRound, make([]byte, 48))
	refused("infinity", quicknetRound, append([]byte{0xc0}, make([]byte, 47)...))
	refused("infinity of the other sign", quicknetRound, append([]byte{0xe0}, make([]byte, 47)...))
	refused("another network's", quicknetRound, newSigner(t).Sign(quicknetRound))

	var point bls12381.G1
	require.NoError(t, point.SetBytes(good))
	refused("uncompressed, which has another hash", quicknetRound, point.Bytes())
	refused("the generator", quicknetRound, bls12381.G1Generator().BytesCompressed())
	refused("not on the curve", quicknetRound, append([]byte{0x80}, append(make([]byte, 46), 1)...))
	refused("on the curve and not in the subgroup", quicknetRound, append([]byte{0x80}, append(make([]byte, 46), 4)...))
}

// The points of the test above are what their names say: y² = x³ + 4 has no root for x = 1, and one for x = 4, which is not in G1.
func TestTheRefusedPointsAreWhatTheyAreSaidToBe(t *testing.T) {
	t.Parallel()
	p, _ := new(big.Int).SetString("1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab", 16)
	onCurve := func(x int64) bool {
		square := big.NewInt(x*x*x + 4)
		return big.Jacobi(square, p) == 1
	}
	require.False(t, onCurve(1))
	require.True(t, onCurve(4))

	// A signature whose x is small enough may be written as x + p too, in 381 bits: that spelling must not count.
	s, tried := newSigner(t), 0
	for round := uint64(1); tried == 0; round++ {
		good := s.Sign(round)
		x := new(big.Int).SetBytes(append([]byte{good[0] & 0x1f}, good[1:]...))
		x.Add(x, p)
		if x.BitLen() > 381 {
			continue
		}
		tried++
		other := x.FillBytes(make([]byte, 48))
		other[0] |= good[0] & 0xe0
		_, err := s.Network().Verify(round, good)
		require.NoError(t, err)
		_, err = s.Network().Verify(round, other)
		require.ErrorIs(t, err, beacon.ErrSignature)
	}
}

func TestASignersRoundsAreVerified(t *testing.T) {
	t.Parallel()
	s := newSigner(t)
	require.NoError(t, s.Network().Validate())
	a, err := s.Network().Verify(1, s.Sign(1))
	require.NoError(t, err)
	require.Equal(t, beacon.Randomness(s.Sign(1)), a)
	b, err := s.Network().Verify(2, s.Sign(2))
	require.NoError(t, err)
	require.NotEqual(t, a, b)
	require.Equal(t, s.Sign(2), newSigner(t).Sign(2), "the same secret, the same network")
	require.Equal(t, s.Network(), newSigner(t).Network())

	other, err := beacon.NewSigner(bytes.Repeat([]byte{8}, 32))
	require.NoError(t, err)
	require.NotEqual(t, s.Network().Hash, other.Network().Hash)
	_, err = beacon.NewSigner(make([]byte, 31))
	require.Error(t, err)
}

func TestTheFirstRoundAtOrAfterATime(t *testing.T) {
	t.Parallel()
	n := beacon.Quicknet()
	g := n.Genesis
	for _, c := range []struct {
		at   time.Time
		want uint64
	}{
		{time.Time{}, 1},
		{g.Add(-time.Hour), 1},
		{g, 1},
		{g.Add(1), 2},
		{g.Add(3*time.Second - 1), 2},
		{g.Add(3 * time.Second), 2},
		{g.Add(3*time.Second + 1), 3},
		{time.Date(2026, time.December, 1, 12, 0, 0, 0, time.UTC), 34_441_012},
		{time.Date(2026, time.December, 1, 21, 0, 0, 0, time.FixedZone("", 9*3600)), 34_441_012},
	} {
		require.Equal(t, c.want, n.RoundAt(c.at), "%s", c.at)
	}
	require.Equal(t, g, n.Time(1))
	require.Equal(t, g, n.Time(0))
	require.Equal(t, g.Add(3*time.Second), n.Time(2))
	require.True(t, n.Time(math.MaxUint64).After(g.AddDate(290, 0, 0)), "no overflow")

	rapid.Check(t, func(rt *rapid.T) {
		at := g.Add(time.Duration(rapid.Int64Range(1, 200*365*24*3600*1e9).Draw(rt, "ns")))
		r := n.RoundAt(at)
		require.False(rt, n.Time(r).Before(at))
		require.True(rt, n.Time(r-1).Before(at))
		require.Equal(rt, r, n.RoundAt(n.Time(r)))
	})
}

func TestParametersWithoutMeaningAreRefused(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*beacon.Network){
		"no hash":         func(n *beacon.Network) { n.Hash = "" },
		"short hash":      func(n *beacon.Network) { n.Hash = n.Hash[2:] },
		"not hexadecimal": func(n *beacon.Network) { n.Hash = "x" + n.Hash[1:] },
		"no genesis":      func(n *beacon.Network) { n.Genesis = time.Time{} },
		"no period":       func(n *beacon.Network) { n.Period = 0 },
		"broken period":   func(n *beacon.Network) { n.Period = 1500 * time.Millisecond },
		"no key":          func(n *beacon.Network) { n.PublicKey = nil },
		"a short key":     func(n *beacon.Network) { n.PublicKey = n.PublicKey[1:] },
		"key of infinity": func(n *beacon.Network) { n.PublicKey = append([]byte{0xc0}, make([]byte, 95)...) },
		"a bent key":      func(n *beacon.Network) { n.PublicKey[95] ^= 1 },
		"an uncompressed key": func(n *beacon.Network) {
			n.PublicKey = bls12381.G2Generator().Bytes()
		},
	} {
		n := beacon.Quicknet()
		change(&n)
		require.Error(t, n.Validate(), name)
	}
	n := beacon.Quicknet()
	n.PublicKey = n.PublicKey[:95]
	_, err := n.Verify(quicknetRound, decodeHex(t, quicknetSignature))
	require.Error(t, err)
}

func FuzzVerify(f *testing.F) {
	n := beacon.Quicknet()
	f.Add(uint64(quicknetRound), decodeHex(f, quicknetSignature))
	f.Add(uint64(1), []byte{0xc0})
	f.Fuzz(func(t *testing.T, r uint64, s []byte) {
		if _, err := n.Verify(r, s); r == quicknetRound && hex.EncodeToString(s) == quicknetSignature {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, beacon.ErrSignature)
		}
	})
}
