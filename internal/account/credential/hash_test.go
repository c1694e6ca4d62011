package credential

import (
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/fault"
)

var cheap = Cost{Memory: 8, Time: 1, Lanes: 1}

func TestAHashIsArgon2idOfTheStandardCost(t *testing.T) { // security.md 11.4.2
	t.Parallel()
	h := NewHasher(StandardCost(), [32]byte{})
	stored, err := h.Hash(t.Context(), "Sesame77")
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(stored, "$argon2id$v=19$m=47104,t=1,p=1$"), stored)
	for secret, want := range map[Secret]bool{"Sesame77": true, "Sesame7": false, "sesame77": false, "": false} {
		ok, err := h.Verify(t.Context(), secret, stored)
		require.NoError(t, err)
		require.Equal(t, want, ok)
	}
}

func TestAPasswordIsNotCutShort(t *testing.T) { // ASVS 6.2.9
	t.Parallel()
	h, long := NewHasher(cheap, [32]byte{}), Secret(strings.Repeat("ab1 ", 16))
	stored, err := h.Hash(t.Context(), long)
	require.NoError(t, err)
	ok, err := h.Verify(t.Context(), long[:63], stored)
	require.NoError(t, err)
	require.False(t, ok)
}

func TestAPINNeedsThePepper(t *testing.T) {
	t.Parallel()
	a, b := NewHasher(cheap, [32]byte{1}), NewHasher(cheap, [32]byte{2})
	stored, err := a.HashPIN(t.Context(), "1234")
	require.NoError(t, err)
	ok, err := a.VerifyPIN(t.Context(), "1234", stored)
	require.NoError(t, err)
	require.True(t, ok)
	_, err = b.VerifyPIN(t.Context(), "1234", stored)
	require.ErrorIs(t, err, errPepper)
	renamed := b.pepper + strings.TrimPrefix(stored, a.pepper)
	ok, err = b.VerifyPIN(t.Context(), "1234", renamed)
	require.NoError(t, err)
	require.False(t, ok)
	ok, err = a.Verify(t.Context(), "1234", strings.TrimPrefix(stored, a.pepper))
	require.NoError(t, err)
	require.False(t, ok)
}

func TestAFloodOfHashesIsToldToTryLater(t *testing.T) { // E002
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := NewHasher(cheap, [32]byte{})
		for range cap(h.slots) {
			h.slots <- struct{}{}
		}
		began := time.Now()
		_, err := h.Hash(t.Context(), "Sesame77")
		require.ErrorIs(t, err, fault.TryLater)
		require.Equal(t, hashWait, time.Since(began))
		<-h.slots
		_, err = h.Hash(t.Context(), "Sesame77")
		require.NoError(t, err)
	})
}

func TestRubbishIsNoHash(t *testing.T) {
	t.Parallel()
	h := NewHasher(cheap, [32]byte{})
	for _, stored := range []string{
		"", "plain", "$2a$10$abc", "$argon2id$v=19$m=8,t=0,p=1$AAAA$AAAA", "$argon2id$v=19$m=8,t=1,p=1$AAAA$",
		"$argon2id$v=18$m=8,t=1,p=1$AAAA$AAAA", "$argon2id$v=19$m=8,t=1,p=1$?$AAAA",
	} {
		_, err := h.Verify(t.Context(), "", stored)
		require.ErrorIs(t, err, errHash, stored)
	}
}

// Eight members try PINs at once, and each hash lasts until the test lets it end: one slot less than there are works on PINs, a login
// begins beside them at once, and no more than all slots ever work.
func TestPINsAreHashedOnAllSlotsButOne(t *testing.T) {
	t.Parallel()
	h := NewHasher(cheap, [32]byte{1})
	h.wait = time.Hour
	stored, err := h.HashPIN(t.Context(), "4711")
	require.NoError(t, err)
	password, err := h.Hash(t.Context(), "Secret123")
	require.NoError(t, err)

	var running, most, hashes atomic.Int32
	began, end := make(chan bool), make(chan struct{}) // began: whether it is the login's
	derive := h.derive
	h.derive = func(secret, salt []byte, time, memory uint32, lanes uint8, size uint32) []byte {
		hashes.Add(1)
		now := running.Add(1)
		defer running.Add(-1)
		for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
		}
		began <- string(secret) == "Secret123"
		<-end
		return derive(secret, salt, time, memory, lanes, size)
	}
	const pins = 8
	var g errgroup.Group
	for range pins {
		g.Go(func() error {
			ok, err := h.VerifyPIN(t.Context(), "4711", stored)
			if err == nil && !ok {
				err = errHash
			}
			return err
		})
	}
	slots := cap(h.slots)
	for range min(pins, slots-1) {
		require.False(t, <-began)
	}
	g.Go(func() error {
		ok, err := h.Verify(t.Context(), "Secret123", password)
		if err == nil && !ok {
			err = errHash
		}
		return err
	})
	require.True(t, <-began, "no PIN that waits comes before the login")
	require.EqualValues(t, min(pins, slots-1)+1, running.Load())
	close(end)
	for range pins - min(pins, slots-1) {
		require.False(t, <-began)
	}
	require.NoError(t, g.Wait())
	require.EqualValues(t, pins+1, hashes.Load(), "each is hashed once")
	require.LessOrEqual(t, most.Load(), int32(slots))
}
