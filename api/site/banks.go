package site

import (
	"context"

	"hubstake/internal/access/httpx"
)

// Bank of a country. The name is what a member's account is registered with.
type Bank struct {
	Code string `json:"code"` // the national clearing code
	Name string `json:"name"`
}

// banks of the countries in which a site may be (option country), in the order of the clearing codes.
var banks = map[string][]Bank{
	"KR": {
		{"002", "KDB산업은행"},
		{"003", "IBK기업은행"},
		{"004", "KB국민은행"},
		{"007", "수협은행"},
		{"011", "NH농협은행"},
		{"020", "우리은행"},
		{"023", "SC제일은행"},
		{"027", "한국씨티은행"},
		{"031", "iM뱅크"},
		{"032", "부산은행"},
		{"034", "광주은행"},
		{"035", "제주은행"},
		{"037", "전북은행"},
		{"039", "경남은행"},
		{"045", "새마을금고"},
		{"048", "신협"},
		{"050", "저축은행"},
		{"064", "산림조합"},
		{"071", "우체국"},
		{"081", "하나은행"},
		{"088", "신한은행"},
		{"089", "케이뱅크"},
		{"090", "카카오뱅크"},
		{"092", "토스뱅크"},
	},
	"VN": {
		{"970403", "Sacombank"},
		{"970405", "Agribank"},
		{"970407", "Techcombank"},
		{"970415", "VietinBank"},
		{"970416", "ACB"},
		{"970418", "BIDV"},
		{"970422", "MB Bank"},
		{"970423", "TPBank"},
		{"970426", "MSB"},
		{"970431", "Eximbank"},
		{"970432", "VPBank"},
		{"970436", "Vietcombank"},
		{"970437", "HDBank"},
		{"970440", "SeABank"},
		{"970441", "VIB"},
		{"970443", "SHB"},
		{"970448", "OCB"},
	},
}

// BankAnswer lists banks.
type BankAnswer struct {
	List []Bank `json:"list"`
}

func (a *API) banks(ctx context.Context, who httpx.Caller, _ httpx.None) (BankAnswer, error) {
	s, err := a.Sites.Get(ctx, who.Site)
	return BankAnswer{List: banks[s.Options.Country]}, err
}
