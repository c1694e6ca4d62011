package member

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"

	"hubstake/internal/fault"
)

// Cost is what a hash costs: memory in KiB, passes, lanes.
type Cost struct {
	Memory uint32
	Time   uint32
	Lanes  uint8
}

// StandardCost is the cost of production (security.md 11.4.2): 46 MiB, one pass, one lane.
func StandardCost() Cost { return Cost{Memory: 47104, Time: 1, Lanes: 1} }

const (
	saltSize = 16
	hashSize = 32
	// hashWait is how long a log-in queues for its turn to hash before it is told to try later.
	hashWait = 3 * time.Second
)

// Hasher hashes passwords and PINs with argon2id. It works on a bounded number at once, because each takes the memory
// of its cost: a flood of log-ins must not become a flood of memory.
type Hasher struct {
	cost   Cost
	pepper [32]byte
	slots  chan struct{}
	wait   time.Duration
	dummy  string
}

// NewHasher makes a hasher with one slot per core: a hash keeps a core busy, so more at once would be no faster and take
// 46 MiB each (two cores: 92 MiB of the 200 MiB that an api node may have). The pepper goes into PINs: four digits alone would be guessed from
// a dump in a moment, however they are hashed.
func NewHasher(cost Cost, pepper [32]byte) *Hasher {
	h := &Hasher{cost: cost, pepper: pepper, slots: make(chan struct{}, runtime.GOMAXPROCS(0)), wait: hashWait}
	h.dummy = h.phc(make([]byte, saltSize), make([]byte, hashSize))
	return h
}

// Hash makes the stored form of a password: a PHC string of argon2id. fault.TryLater (E002) says that too many are
// being hashed.
func (h *Hasher) Hash(ctx context.Context, s Secret) (string, error) { return h.hash(ctx, []byte(s)) }

// HashPIN makes the stored form of a withdrawal PIN: the same, of its HMAC under the pepper.
func (h *Hasher) HashPIN(ctx context.Context, s Secret) (string, error) {
	return h.hash(ctx, h.peppered(s))
}

// Verify tells whether s is the password of which stored was made.
func (h *Hasher) Verify(ctx context.Context, s Secret, stored string) (bool, error) {
	return h.verify(ctx, []byte(s), stored)
}

// VerifyPIN tells whether s is the PIN of which stored was made.
func (h *Hasher) VerifyPIN(ctx context.Context, s Secret, stored string) (bool, error) {
	return h.verify(ctx, h.peppered(s), stored)
}

// Waste takes as long as Verify of a stored password, for an id that does not exist (D-08).
func (h *Hasher) Waste(ctx context.Context, s Secret) error {
	_, err := h.verify(ctx, []byte(s), h.dummy)
	return err
}

func (h *Hasher) peppered(s Secret) []byte {
	m := hmac.New(sha256.New, h.pepper[:])
	m.Write([]byte("pin|" + string(s)))
	return m.Sum(nil)
}

func (h *Hasher) hash(ctx context.Context, secret []byte) (string, error) {
	release, err := h.turn(ctx)
	if err != nil {
		return "", err
	}
	defer release()
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails
	return h.phc(salt, argon2.IDKey(secret, salt, h.cost.Time, h.cost.Memory, h.cost.Lanes, hashSize)), nil
}

func (h *Hasher) verify(ctx context.Context, secret []byte, stored string) (bool, error) {
	cost, salt, want, err := parsePHC(stored)
	if err != nil {
		return false, err
	}
	release, err := h.turn(ctx)
	if err != nil {
		return false, err
	}
	defer release()
	got := argon2.IDKey(secret, salt, cost.Time, cost.Memory, cost.Lanes, uint32(len(want)))
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}

// turn waits for a slot.
func (h *Hasher) turn(ctx context.Context) (release func(), err error) {
	t := time.NewTimer(h.wait)
	defer t.Stop()
	select {
	case h.slots <- struct{}{}:
		return func() { <-h.slots }, nil
	case <-t.C:
		return nil, fault.TryLater
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (h *Hasher) phc(salt, sum []byte) string {
	b := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, h.cost.Memory, h.cost.Time, h.cost.Lanes,
		b.EncodeToString(salt), b.EncodeToString(sum))
}

var errHash = errors.New("member: a stored hash is not of argon2id")

func parsePHC(s string) (c Cost, salt, sum []byte, err error) {
	p := strings.Split(s, "$")
	if len(p) != 6 || p[0] != "" || p[1] != "argon2id" || p[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return c, nil, nil, errHash
	}
	if _, err := fmt.Sscanf(p[3], "m=%d,t=%d,p=%d", &c.Memory, &c.Time, &c.Lanes); err != nil || c.Time == 0 || c.Lanes == 0 {
		return c, nil, nil, errHash
	}
	if salt, err = base64.RawStdEncoding.DecodeString(p[4]); err != nil {
		return c, nil, nil, errHash
	}
	if sum, err = base64.RawStdEncoding.DecodeString(p[5]); err != nil || len(sum) == 0 {
		return c, nil, nil, errHash
	}
	return c, salt, sum, nil
}
