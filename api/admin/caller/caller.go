// Package caller names staff to the domains: the caller of a back-office call is the actor of what it does.
package caller

import (
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/operator/audit"
)

// Actor returns the caller as the audit keeps it.
func Actor(who httpx.Caller) audit.Actor {
	return audit.Actor{ID: who.MemID, IP: who.IP, Trace: who.Trace}
}

// Act returns an action of the caller on a member of its site.
func Act(who httpx.Caller, memID string) member.Act {
	return member.Act{Actor: Actor(who), Site: who.Site, MemID: memID}
}

// Details are phone, name and bank account of a member in a change of them, masked but for the bank.
type Details struct {
	MemName       string `json:"memName"`
	Phone         string `json:"phone"`
	BankName      string `json:"bankName"`
	AccountNo     string `json:"accountNo"`
	AccountHolder string `json:"accountHolder"`
}

// DetailsOf returns details as the back office reads them.
func DetailsOf(d member.Details) Details {
	return Details{MemName: d.Name, Phone: d.Phone, BankName: d.Bank, AccountNo: d.Number, AccountHolder: d.Holder}
}
