package fairness_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"hubstake/internal/core/fairness"
)

// The numbers of this test were computed by a program in another language, from the definitions.
func TestNumbersAreThoseOfTheDefinition(t *testing.T) {
	t.Parallel()
	s := counting()
	require.Equal(t, "35d55234fbd64edbf1e7bf30b940c27f40cf1b6d35513af1c609b9cd6c7e8741", fairness.Commitment(s).String())
	require.Equal(t, "45cd0d40a72c806c4b78bbeca7a52d9fa6f25751fea57cf1564e7b70b9519db4", fairness.NewChain(s, 1000).Head().String())
	require.Equal(t, "3db12a659927f4c146394bfdc432a5d49458cae5448495ecb88d78656f094981", fairness.NewChain(s, 100_000).Head().String())

	numbers := func(message string, bounds ...int64) (all []int64) {
		st := fairness.NewStream(s[:], message)
		for _, n := range bounds {
			all = append(all, st.Intn(n))
		}
		return all
	}
	require.Equal(t, []int64{74, 90, 21, 66, 23, 53, 8, 88}, numbers("my luck", 100, 100, 100, 100, 100, 100, 100, 100))
	// two of eight candidates are skipped
	require.Equal(t, []int64{
		934782080590293490, 4255325409894099160, 2131259469548656123, 940633482978418947, 1012074626863303108, 2897965987771936488,
	}, numbers("my luck", skewed, skewed, skewed, skewed, skewed, skewed))

	randomness, err := hex.DecodeString("fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587")
	require.NoError(t, err)
	message := fairness.DrawMessage("pwball", 5_857_344, [32]byte(randomness))
	require.Equal(t, "hubstake/draw/1/pwball/5857344/fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587", message)
	draw := fairness.NewStream(s[:], message)
	require.Equal(t, []int{12, 22, 11, 14, 1}, draw.Sample(28, 5))
	require.EqualValues(t, 1, draw.Intn(10), "the power ball is the next number of the same stream")
	keno := fairness.NewStream(s[:], fairness.DrawMessage("keno", 5_857_344, [32]byte(randomness)))
	require.Equal(t, []int{10, 44, 20, 32, 42, 39, 8, 2, 23, 58, 67, 45, 18, 7, 56, 48, 27, 28, 5, 65, 14, 13}, keno.Sample(70, 22))
}

// byDefinition returns the first numbers of a stream, computed with big integers and no code of the package.
func byDefinition(seed []byte, message string, bounds []int64) (numbers []int64) {
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 64), big.NewInt(1))
	for j := uint32(0); len(numbers) < len(bounds); j++ {
		mac := hmac.New(sha256.New, seed)
		mac.Write([]byte(message + "\x00"))
		mac.Write(binary.BigEndian.AppendUint32(nil, j))
		n := big.NewInt(bounds[len(numbers)])
		x := new(big.Int).SetBytes(mac.Sum(nil)[:8])
		if x.Cmp(new(big.Int).Sub(most, new(big.Int).Mod(most, n))) < 0 {
			numbers = append(numbers, new(big.Int).Mod(x, n).Int64())
		}
	}
	return numbers
}

func TestAnyStreamIsTheDefinition(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.SliceOfN(rapid.Byte(), 0, 80).Draw(rt, "seed")
		message := rapid.String().Draw(rt, "message")
		bounds := rapid.SliceOfN(rapid.Int64Min(1), 1, 20).Draw(rt, "bounds")
		stream := fairness.NewStream(seed, message)
		for i, want := range byDefinition(seed, message, bounds) {
			got := stream.Intn(bounds[i])
			require.Equal(rt, want, got)
			require.True(rt, 0 <= got && got < bounds[i])
		}
	})
}

func TestASampleHasDifferentNumbersInRange(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(0, 100).Draw(rt, "n")
		k := rapid.IntRange(0, n).Draw(rt, "k")
		seed := fairness.Hash(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(rt, "seed"))
		got := fairness.NewStream(seed[:], "").Sample(n, k)
		require.Len(rt, got, k)
		sorted := slices.Sorted(slices.Values(got))
		require.Len(rt, slices.Compact(sorted), k, "none twice")
		for _, x := range got {
			require.True(rt, 1 <= x && x <= n)
		}
		require.Equal(rt, got, fairness.NewStream(seed[:], "").Sample(n, n)[:k], "a shorter sample is the beginning of a longer one")
	})
}

// Each order of two of three numbers has the chance 1/6: chi-square with 5 degrees of freedom, 99 % is below 15.09 (S-52). The seeds are
// numbers in a row, so the test always says the same.
func TestEachOrderOfASampleIsEquallyLikely(t *testing.T) {
	t.Parallel()
	const n = 60_000
	counts := map[[2]int]int{}
	for i := range uint64(n) {
		counts[[2]int(fairness.NewStream(binary.BigEndian.AppendUint64(nil, i), "").Sample(3, 2))]++
	}
	require.Len(t, counts, 6)
	squares := 0
	for _, c := range counts {
		squares += (c - n/6) * (c - n/6)
	}
	require.Less(t, squares*100/(n/6), 1509, "%v", counts)
}

func TestEachSeedOfAChainFollowsTheOneBefore(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		length := rapid.IntRange(1, 1030).Draw(rt, "length")
		last := fairness.Hash(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(rt, "last"))
		c := fairness.NewChain(last, length)
		require.Equal(rt, length, c.Length())
		before := c.Head()
		for i := 1; i <= length; i++ {
			seed := c.Seed(i)
			require.True(rt, fairness.Follows(seed, before), "seed %d", i)
			require.False(rt, fairness.Follows(before, seed))
			before = seed
		}
		require.Equal(rt, last, before)
		bent := c.Seed(1)
		bent[rapid.IntRange(0, 31).Draw(rt, "byte")] ^= 1
		require.False(rt, fairness.Follows(bent, c.Head()))
	})
}

func TestACommitmentIsNotALinkOfTheChain(t *testing.T) {
	t.Parallel()
	c := fairness.NewChain(seed("last"), 2)
	require.NotEqual(t, c.Head(), fairness.Commitment(c.Seed(1)), "the head is public: a commitment equal to it would commit to nothing new")
	require.NotEqual(t, fairness.Commitment(c.Seed(1)), fairness.Commitment(c.Seed(2)))
}

func TestInputsWithoutMeaningPanic(t *testing.T) {
	t.Parallel()
	c, s := fairness.NewChain(fairness.Hash{}, 3), fairness.NewStream(nil, "")
	for name, do := range map[string]func(){
		"empty chain":        func() { fairness.NewChain(fairness.Hash{}, 0) },
		"the head as a seed": func() { c.Seed(0) },
		"after the last":     func() { c.Seed(4) },
		"below zero":         func() { s.Intn(0) },
		"negative":           func() { s.Intn(-5) },
		"too large a sample": func() { s.Sample(3, 4) },
		"negative sample":    func() { s.Sample(3, -1) },
	} {
		require.Panics(t, do, name)
	}
}

func TestAHashIsHexadecimalText(t *testing.T) {
	t.Parallel()
	h := counting()
	text, err := json.Marshal(map[string]fairness.Hash{"h": h})
	require.NoError(t, err)
	require.JSONEq(t, `{"h":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"}`, string(text))
	var upper fairness.Hash
	require.NoError(t, upper.UnmarshalText([]byte(strings.ToUpper(h.String()))))
	require.Equal(t, h, upper)
	for _, bad := range []string{"", "00", h.String()[1:], h.String() + "00", "x" + h.String()[1:], " " + h.String()[1:]} {
		kept := h
		require.Error(t, kept.UnmarshalText([]byte(bad)), bad)
		require.Equal(t, h, kept)
	}
}

func FuzzHash(f *testing.F) {
	f.Add(strings.Repeat("0aF9", 16))
	f.Add("0x" + strings.Repeat("0", 62))
	f.Fuzz(func(t *testing.T, text string) {
		var h fairness.Hash
		if h.UnmarshalText([]byte(text)) == nil {
			require.Equal(t, strings.ToLower(text), h.String())
		} else {
			require.Equal(t, fairness.Hash{}, h)
		}
	})
}
