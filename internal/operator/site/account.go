package site

import (
	"errors"
	"fmt"
)

// AccountOptions are those of signup, login and sessions (D-01 … D-10).
type AccountOptions struct {
	IDMin             int    `json:"idMin"`
	IDMax             int    `json:"idMax"`
	NickMin           int    `json:"nickMin"`
	NickMax           int    `json:"nickMax"`
	PassMin           int    `json:"passMin"`
	PassMax           int    `json:"passMax"`
	PinLength         int    `json:"pinLength"`
	PinTries          int    `json:"pinTries"`
	PinLockMinutes    int    `json:"pinLockMinutes"`
	PassTries         int    `json:"passTries"`
	Country           string `json:"country"`    // of phones without a country code (D-05)
	MultiLogin        string `json:"multiLogin"` // kick, deny or allow (D-10)
	AutoLogoutMinutes int    `json:"autoLogoutMinutes"`
	SessionHours      int    `json:"sessionHours"`      // how long a session may last however often it is renewed; of members
	StaffSessionHours int    `json:"staffSessionHours"` // of staff
	SignUpOpen        bool   `json:"signUpOpen"`
}

// maxSessionHours bounds what a site may allow.
const maxSessionHours = 7 * 24

func (o AccountOptions) validate() error {
	switch o.MultiLogin {
	case "kick", "deny", "allow":
	default:
		return fmt.Errorf("multiLogin %q is not kick, deny or allow", o.MultiLogin)
	}
	if o.PinLength < 4 || o.PinLength > 8 || o.PinTries < 1 || o.PassTries < 1 || o.AutoLogoutMinutes < 1 {
		return errors.New("a PIN has 4 to 8 digits, tries and minutes are at least 1")
	}
	if o.SessionHours < 1 || o.SessionHours > maxSessionHours || o.StaffSessionHours < 1 || o.StaffSessionHours > maxSessionHours {
		return fmt.Errorf("a session may last 1 to %d hours", maxSessionHours)
	}
	return errors.Join(checkRange("id", o.IDMin, o.IDMax), checkRange("nick", o.NickMin, o.NickMax), checkRange("pass", o.PassMin, o.PassMax))
}
