package credential

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

	"hubstake/internal/core/fault"
	"hubstake/internal/platform/config"
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
	// hashWait is how long a login queues for its turn to hash before it is told to try later.
	hashWait = 3 * time.Second
)

// Hasher hashes passwords and PINs with argon2id. It works on a bounded number at once, because each takes the memory
// of its cost: a flood of logins must not become a flood of memory.
type Hasher struct {
	cost    Cost
	pepper  string // id of the one that new PINs get
	peppers map[string]config.Key
	slots   chan struct{}
	side    chan struct{} // one slot less: what is no login has one of these as well
	wait    time.Duration
	dummy   string
	derive  func(secret, salt []byte, time, memory uint32, lanes uint8, size uint32) []byte // argon2.IDKey
}

// NewHasher makes a hasher with one slot per core, at least two: a hash keeps a core busy, so more at once would be no faster and take
// 46 MiB each (two cores: 92 MiB of the 200 MiB that an api node may have). One slot is for logins alone: members with a session,
// who try PINs, and signups share the others and can never make a login wait for all of them. The pepper goes into PINs: four digits
// alone would be guessed from a dump in a moment, however they are hashed. A stored PIN names its pepper; the accepted ones verify PINs
// of before and after a rotation, and a PIN of another pepper than the first is hashed again when it is next used.
func NewHasher(cost Cost, pepper [32]byte, accepted ...config.Key) *Hasher {
	peppers := map[string]config.Key{config.Key(pepper).ID(): pepper}
	for _, k := range accepted {
		peppers[k.ID()] = k
	}
	n := max(2, runtime.GOMAXPROCS(0))
	h := &Hasher{
		cost: cost, pepper: config.Key(pepper).ID(), peppers: peppers, slots: make(chan struct{}, n), side: make(chan struct{}, n-1), wait: hashWait,
		derive: argon2.IDKey,
	}
	h.dummy = h.phc(make([]byte, saltSize), make([]byte, hashSize))
	return h
}

// Hash makes the stored form of a password: a PHC string of argon2id. fault.TryLater (E002) says that too many are
// being hashed.
func (h *Hasher) Hash(ctx context.Context, s Secret) (string, error) { return h.hash(ctx, []byte(s)) }

// HashPIN makes the stored form of a withdrawal PIN: the same, of its HMAC under the pepper.
func (h *Hasher) HashPIN(ctx context.Context, s Secret) (string, error) {
	stored, err := h.hash(ctx, h.peppered(h.pepper, s))
	if err != nil {
		return "", err
	}
	return h.pepper + stored, nil
}

// Outdated reports whether a stored PIN was made with another pepper than new ones.
func (h *Hasher) Outdated(stored string) bool { return pepperOf(stored) != h.pepper }

// pepperOf returns the id of the pepper of a stored PIN: what stands before the PHC string.
func pepperOf(stored string) string {
	id, _, _ := strings.Cut(stored, "$")
	return id
}

// Verify reports whether s is the password of which stored was made. It is for logins.
func (h *Hasher) Verify(ctx context.Context, s Secret, stored string) (bool, error) {
	return h.verify(ctx, []byte(s), stored, true)
}

// VerifyAgain is Verify for a password that is asked for within a session.
func (h *Hasher) VerifyAgain(ctx context.Context, s Secret, stored string) (bool, error) {
	return h.verify(ctx, []byte(s), stored, false)
}

// VerifyPIN reports whether s is the PIN of which stored was made.
func (h *Hasher) VerifyPIN(ctx context.Context, s Secret, stored string) (bool, error) {
	id := pepperOf(stored)
	if _, known := h.peppers[id]; !known {
		return false, errPepper
	}
	return h.verify(ctx, h.peppered(id, s), strings.TrimPrefix(stored, id), false)
}

// Waste takes as long as Verify of a stored password, for an id that does not exist (D-08).
func (h *Hasher) Waste(ctx context.Context, s Secret) error {
	_, err := h.verify(ctx, []byte(s), h.dummy, true)
	return err
}

// WastePIN takes as long as VerifyPIN of a stored PIN, for an answer that must not show by its time that no PIN was compared.
func (h *Hasher) WastePIN(ctx context.Context, s Secret) error {
	_, err := h.verify(ctx, h.peppered(h.pepper, s), h.dummy, false)
	return err
}

func (h *Hasher) peppered(id string, s Secret) []byte {
	pepper := h.peppers[id]
	m := hmac.New(sha256.New, pepper[:])
	m.Write([]byte("pin|" + string(s)))
	return m.Sum(nil)
}

func (h *Hasher) hash(ctx context.Context, secret []byte) (string, error) {
	release, err := h.turn(ctx, false)
	if err != nil {
		return "", err
	}
	defer release()
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails
	return h.phc(salt, h.derive(secret, salt, h.cost.Time, h.cost.Memory, h.cost.Lanes, hashSize)), nil
}

func (h *Hasher) verify(ctx context.Context, secret []byte, stored string, login bool) (bool, error) {
	cost, salt, want, err := parsePHC(stored)
	if err != nil {
		return false, err
	}
	release, err := h.turn(ctx, login)
	if err != nil {
		return false, err
	}
	defer release()
	got := h.derive(secret, salt, cost.Time, cost.Memory, cost.Lanes, uint32(len(want)))
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}

// turn waits for a slot: any for a login, else one of those that are not kept for logins.
func (h *Hasher) turn(ctx context.Context, login bool) (release func(), err error) {
	t := time.NewTimer(h.wait)
	defer t.Stop()
	var held []chan struct{}
	release = func() {
		for _, c := range held {
			<-c
		}
	}
	queues := []chan struct{}{h.side, h.slots}
	if login {
		queues = queues[1:]
	}
	for _, c := range queues {
		select {
		case c <- struct{}{}: // a free slot is taken even by a caller who has no time left
			held = append(held, c)
			continue
		default:
		}
		select {
		case c <- struct{}{}:
			held = append(held, c)
			continue
		case <-t.C:
			err = fault.TryLater
		case <-ctx.Done():
			err = ctx.Err()
		}
		release()
		return nil, err
	}
	return release, nil
}

func (h *Hasher) phc(salt, sum []byte) string {
	b := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, h.cost.Memory, h.cost.Time, h.cost.Lanes,
		b.EncodeToString(salt), b.EncodeToString(sum))
}

var (
	errHash   = errors.New("credential: a stored hash is not of argon2id")
	errPepper = errors.New("credential: a PIN was made with a pepper that is not in the settings")
)

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
