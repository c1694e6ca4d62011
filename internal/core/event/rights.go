package event

import (
	"slices"
	"strings"

	"hubstake/internal/core/right"
)

// Rights is a set of rights of staff or of persons of the partner area: one bit for each, because the hub keeps the set of every such session
// and asks it for every event.
type Rights uint64

// OwnAccount is what the member itself has, who hears everything of the own account. No list of rights gives it.
const OwnAccount = ^Rights(0)

// bits are the rights in the order of their bits; the last bit stays free, for OwnAccount alone.
var bits = slices.Concat(right.All(), right.Partners())

// rightsOf returns the set of some rights; unknown ones are passed over.
func rightsOf(rights ...right.Right) (r Rights) {
	for _, one := range rights {
		if i := slices.Index(bits, one); i >= 0 {
			r |= 1 << i
		}
	}
	return r
}

// onlyOwn is what no list of rights gives.
const onlyOwn Rights = 1 << 63

// cmdRights are the rights of which an event needs one, by its command: the live figures of a partner need the right with which the same
// figures are read over HTTP, and its money and messages as a member are not for its sub-staff. Other events are for every session that they are
// addressed to.
var cmdRights = map[Cmd]Rights{
	Join: rightsOf(right.LowerRead), Login: rightsOf(right.LowerRead), Leave: rightsOf(right.LowerRead),
	CashReq: rightsOf(right.MoneyRead), PT: rightsOf(right.MoneyRead), Bet: rightsOf(right.PlayRead),
	Cash: onlyOwn, Msg: onlyOwn, LockBet: onlyOwn, GameOver: onlyOwn, Reality: onlyOwn,
}

// downline are the rights of which a person needs one to follow the topic of its partner.
var downline = cmdRights[Join] | cmdRights[CashReq] | cmdRights[Bet]

// FollowsDownline reports whether a person of the partner area may follow the topic of its partner: there is an event on it that the
// rights show.
func (r Rights) FollowsDownline() bool { return r&downline != 0 }

// queueRights are the rights of which a QUEUE event needs one, by its data1. All staff see that the site is under maintenance,
// and that a request for approval came or was decided.
var queueRights = map[string]Rights{
	"signup": rightsOf(right.Member), "reset": rightsOf(right.Reset), "details": rightsOf(right.Reset),
	"in": rightsOf(right.Cash), "out": rightsOf(right.Cash), "pt": rightsOf(right.Cash), "account": rightsOf(right.Account), "alarm": rightsOf(right.Cash),
	"inquiry": rightsOf(right.Inquiry), "notice": rightsOf(right.Staff), "inspect": rightsOf(right.All()...),
	"approval": rightsOf(right.All()...), // those who may approve, and the one who asked; data2 is an id only
}

// siteRight is for events of a queue that is not listed.
var siteRight = rightsOf(right.Settings)

// ParseRights reads names that are separated by commas; unknown ones are passed over.
func ParseRights(list string) (r Rights) {
	for name := range strings.SplitSeq(list, ",") {
		r |= rightsOf(right.Right(name))
	}
	return r
}

// See reports whether a session with these rights may see an event: one of the site's queues, by its data1, or of what cmdRights lists. A kind of
// queue that is not listed is for those who run the site.
func (r Rights) See(cmd Cmd, data1 string) bool {
	if r == OwnAccount {
		return true
	}
	if cmd != Queue {
		need, listed := cmdRights[cmd]
		return !listed || r&need != 0
	}
	need, listed := queueRights[data1]
	if !listed {
		need = siteRight
	}
	return r&need != 0
}
