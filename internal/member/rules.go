package member

import (
	"fmt"
	"strings"

	"golang.org/x/text/unicode/norm"

	"hubstake/internal/fault"
	"hubstake/internal/platform/pg"
)

// nickKey is what must be unique of a nickname: NFKC, so that look-alikes of other widths are the same, in lower case.
func nickKey(nick string) string { return strings.ToLower(norm.NFKC.String(nick)) }

// duplicate tells which unique index refused an account (U005 … U008).
func duplicate(err error) error {
	switch {
	case pg.Violates(err, "member_member_pkey"):
		return fault.DuplicateID
	case pg.Violates(err, "member_member_nick"):
		return fault.DuplicateNickname
	case pg.Violates(err, "member_member_phone"):
		return fault.DuplicatePhone
	case pg.Violates(err, "member_member_account"):
		return fault.DuplicateAccount
	}
	return fmt.Errorf("create member: %w", err)
}
