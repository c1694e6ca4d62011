package server

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/testkit/factory"
)

// security.md 2.9: what a member must keep to itself is in no line of the log and in no answer that refuses it, neither as it
// is nor encoded, whatever is done with it.
func TestSecretsAreNotLogged(t *testing.T) {
	t.Parallel()
	const password, fresh, pin, account = "Canary-PW-9f3!", "Canary-NEW-77x?", "7391", "110222333333"
	w := newWhole(t, 1, nil)
	staff := w.enterStaff(factory.Staff(t, w.db))
	partner := factory.Partner(t, w.db).MemID
	var refusals string
	post := func(path, token, body, code string) map[string]any {
		t.Helper()
		_, env := w.post(path, token, body)
		require.Equal(t, code, env.ResultCode, "%s: %v", path, env.Data)
		if code != "200" {
			env.TraceID = "" // by chance it has any four digits
			refusals += fmt.Sprint(env)
		}
		data, _ := env.Data.(map[string]any)
		return data
	}
	form := fmt.Sprintf(`"memPass":%q,"cashPin":%q,"memNick":"Canary","memName":"Kim Minsu","phone":"010-5555-0001","bankName":"Kookmin",`+
		`"accountNo":%q,"accountHolder":"Kim Minsu","recommender":%q,"agreeTerms":true`, password, pin, account, partner)
	post("/api/member/signup", "", `{"memId":"x",`+form+`}`, "U101")
	post("/api/member/signup", "", `{"memId":"canary1",`+form+`,"isAdmin":true}`, "E001")
	post("/api/member/signup", "", `{"memId":"canary1",`+form+`}`, "200")
	login := fmt.Sprintf(`{"memId":"canary1","memPass":%q}`, password)
	post("/api/member/login", "", login, "U002")
	post("/api/admin/member/approve", staff, `{"memId":"canary1"}`, "200")
	post("/api/member/login", "", fmt.Sprintf(`{"memId":"canary1","memPass":[%q]}`, password), "E001")
	post("/api/member/login", "", fmt.Sprintf(`{"memId":"canary1","memPass":"wrong","memPass":%q}`, password), "E001")
	post("/api/member/login", "", fmt.Sprintf(`{"memId":%q,"memPass":%q}`, password, password), "U003")
	in := post("/api/member/login", "", login, "200")
	token := in["token"].(string)
	post("/api/cash/out", token, fmt.Sprintf(`{"amount":10000,"cashPin":%q}`, pin), "C001")
	post("/api/cash/out", token, fmt.Sprintf(`{"amount":10000,"cashPin":%s}`, pin), "E001")
	post("/api/cash/out", token, fmt.Sprintf(`{"amount":10000,"cashPin":"9%s9"}`, pin), "C017")
	post("/api/member/update", token, fmt.Sprintf(`{"memPass":%q,"newMemPass":%q,"cashPin":%q,"newCashPin":"8265"}`, password, fresh, pin), "200")
	post("/api/member/info", token+"x", `{}`, "U029")
	post("/api/member/logout", token, `{}`, "200")

	seen := w.log.String() + refusals
	require.Contains(t, w.log.String(), `"route":"/api/member/login"`)
	for _, secret := range []string{password, fresh, account, token, in["hubKey"].(string)} {
		require.NotContains(t, seen, secret)
		require.NotContains(t, seen, hex.EncodeToString([]byte(secret)))
		require.NotContains(t, seen, base64.RawStdEncoding.EncodeToString([]byte(secret)))
	}
	require.NotContains(t, refusals, pin)
	require.NotContains(t, w.log.String(), `"`+pin+`"`)
}

// A page with a mistake sends a password or a PIN as a number, or as the name of a field. The log says what was wrong, and where.
func TestASecretInABodyThatDoesNotFitIsNotLogged(t *testing.T) {
	t.Parallel()
	w := newWhole(t, 1, nil)
	tok := w.enterMember(factory.Member(t, w.db).MemID)
	w.post("/api/member/login", "", `{"memId":"canary1","memPass":8241937650}`)
	w.post("/api/cash/out", tok, `{"amount":10000,"cashPin":739146}`)
	w.post("/api/member/login", "", `{"memId":"canary1","Canary-PW-9f3":"memPass"}`)
	w.post("/api/member/login", "", `{"memId":"canary1","Canary-PW-9f3":1,"Canary-PW-9f3":2}`)
	w.post("/api/member/login", "", `{"memId":"canary1","memPass":Canary-PW-9f3}`)
	for _, secret := range []string{"8241937650", "739146", "Canary-PW-9f3"} {
		require.NotContains(t, w.log.String(), secret)
	}
	require.Contains(t, w.log.String(), "an unknown name at byte")
	require.Contains(t, w.log.String(), "a value of the wrong type at byte")
}
