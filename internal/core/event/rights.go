package event

import "strings"

// Rights are what a staff member may see of the site's queues, as bits.
type Rights uint8

// The rights of staff.
const (
	MemberRight Rights = 1 << iota
	CashRight
	MessageRight
	SiteRight
)

var rightNames = map[string]Rights{"member": MemberRight, "cash": CashRight, "message": MessageRight, "site": SiteRight}

// queueRights are the rights of which a QUEUE event needs one, by its data1. All staff see that the site is under maintenance.
var queueRights = map[string]Rights{
	"signup": MemberRight, "in": CashRight, "out": CashRight, "alarm": CashRight, "inquiry": MessageRight,
	"inspect": MemberRight | CashRight | MessageRight | SiteRight,
}

// ParseRights reads names that are separated by commas; unknown ones are passed over.
func ParseRights(list string) (r Rights) {
	for name := range strings.SplitSeq(list, ",") {
		r |= rightNames[name]
	}
	return r
}

// See reports whether staff with these rights may see an event of the site's queues. A kind of queue that is not listed is for those who run
// the site.
func (r Rights) See(cmd Cmd, data1 string) bool {
	need, listed := queueRights[data1]
	if !listed {
		need = SiteRight
	}
	return cmd != Queue || r&need != 0
}
