package site

// PartnerOptions are what partners earn by (D-30) and how they enter the partner area.
type PartnerOptions struct {
	CommissionCarry bool `json:"commissionCarry"` // a losing share below 0 is taken off the next days' shares
	PartnerOTP      bool `json:"partnerOtp"`      // logins to the partner area need a one-time code; off: the password alone
}
