// Package caller names partners to the domains: the person who is logged in to the partner area is the actor of what it does.
package caller

import (
	"hubstake/internal/access/httpx"
	"hubstake/internal/operator/audit"
	"hubstake/internal/partners/partner"
)

// By returns the caller as the domain of partners knows it.
func By(who httpx.Caller) partner.By {
	return partner.By{Actor: audit.Actor{ID: who.Agent, IP: who.IP, Trace: who.Trace}, Site: who.Site, Partner: who.MemID, Rights: who.Rights}
}
