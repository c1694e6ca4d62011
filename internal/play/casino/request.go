package casino

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"

	"hubstake/internal/core/money"
	"hubstake/internal/play/provider"
)

// request is an operation whose form is good.
type request struct {
	vendor string
	op     provider.Operation
	amount money.Amount
	cut    money.Cut // what the amount of a win lacks of what the provider said
	trace  string
}

// hash is taken over what an operation means, so that the same id with another meaning is noticed. The member is compared
// apart, because a token may stand for it, and a token may be renewed. Of an amount that was cut the text counts as well.
func hash(o provider.Operation, a money.Amount, cut money.Cut) []byte {
	b := make([]byte, 0, 256)
	for _, s := range []string{string(o.Kind), o.RefTxID, o.RoundID, o.Currency, o.Campaign} {
		b = binary.BigEndian.AppendUint32(b, uint32(len(s)))
		b = append(b, s...)
	}
	b = binary.BigEndian.AppendUint64(b, uint64(a))
	if o.Kind == provider.Win && o.Closes {
		b = append(b, 1)
	}
	if cut != money.Whole {
		b = append(append(b, 2), strings.TrimRight(strings.TrimLeft(o.Amount, "0"), "0")...)
	}
	sum := sha256.Sum256(b)
	return sum[:]
}

// tombstone marks a transaction that was rolled back before it came.
const tombstone provider.Kind = "tombstone"
