package server

import (
	"fmt"
	"net/netip"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/limit"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
)

// flood makes n calls from some addresses in turn, many of them at once. It counts the statuses.
func (st *stand) flood(t *testing.T, n int, ips []string, path, auth string) map[int]int {
	t.Helper()
	const abreast = 20
	statuses := make([]int, n)
	var all sync.WaitGroup
	for lane := range abreast {
		all.Go(func() {
			for i := lane; i < n; i += abreast {
				statuses[i] = st.nodes[i%2].from(t, ips[i%len(ips)], path, auth, map[string]any{}).status
			}
		})
	}
	all.Wait()
	got := map[int]int{}
	for _, one := range statuses {
		got[one]++
	}
	return got
}

// refilled is how many more calls a bucket has let through since begin, however long a busy machine took.
func refilled(begin time.Time, each time.Duration) int { return int(time.Since(begin) / each) }

// security.md 6.3.1: from one address 30 ids, three tries each: 429 from the 20th, on whatever node; others enter.
func TestManyIDsFromOneAddress(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	m := factory.Member(t, st.db)
	begin, entered := time.Now(), 0
	for try := range 90 {
		id := fmt.Sprintf("stranger%d", try%30)
		r := st.nodes[try%2].from(t, "192.0.2.7", "/api/member/login", "", map[string]any{"memId": id, "memPass": "Wrong1234"})
		if r.status == 200 {
			entered++
			require.Equal(t, "U003", r.code, "%d", try)
			continue
		}
		require.GreaterOrEqual(t, try, 19)
		require.Equal(t, []any{429, "E002"}, []any{r.status, r.code}, "%d", try)
		wait, err := strconv.Atoi(r.header.Get("retry-after"))
		require.NoError(t, err)
		require.Positive(t, wait)
		require.LessOrEqual(t, wait, 6)
	}
	require.LessOrEqual(t, entered, 20+refilled(begin, 6*time.Second))
	right := map[string]any{"memId": m.MemID, "memPass": factory.Password}
	testkit.Eventually(t, func() bool { // a call that refilled since is used up first
		return st.nodes[0].from(t, "192.0.2.7", "/api/admin/login", "", right).status == 429
	}, "the back office is the same door")
	require.Equal(t, "200", st.nodes[0].from(t, "192.0.2.8", "/api/member/login", "", right).code)
}

// One id from many addresses: twenty an hour, whether the id exists or not.
func TestOneIDFromManyAddresses(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	m := factory.Member(t, st.db)
	for _, id := range []string{m.MemID, "nobody77"} {
		for n := 1; n <= 25; n++ {
			r := st.nodes[n%2].from(t, fmt.Sprintf("192.0.2.%d", n), "/api/member/login", "", map[string]any{"memId": id, "memPass": "Wrong1234"})
			want := []any{200, "U004"}
			if n < 8 {
				want = []any{200, "U003"}
			} else if n > 20 {
				want = []any{429, "E002"}
			}
			require.Equal(t, want, []any{r.status, r.code}, "%s %d", id, n)
		}
	}
}

// Signup reveals which values are taken, so it is rate limited (6.3.8).
func TestSignUpsAndChecksHaveAPace(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	code := factory.Partner(t, st.db).MemID
	requirePace(t, 10, 12*time.Second, func(n int) bool {
		r := st.nodes[n%2].from(t, "192.0.2.7", "/api/member/check", "", map[string]any{"kind": "memId", "value": fmt.Sprintf("kim%d", 100+n), "recommender": code})
		return r.status != 429
	})
	for n := 1; n <= 7; n++ {
		r := st.nodes[n%2].from(t, "192.0.2.7", "/api/member/signup", "", map[string]any{})
		require.Equal(t, n > 5, r.status == 429, "%d", n)
	}
}

// A person reads each inquiry of a guest, and each look at one tries a secret; neither holds others back.
func TestGuestsInquiriesHaveAPace(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	body := map[string]any{"category": "login", "content": "I cannot log in.", "contactKind": "phone", "contact": "01012345678"}
	var idx, secret any
	for n := 1; n <= 7; n++ {
		r := st.nodes[n%2].from(t, "192.0.2.7", "/api/contact/save", "", body)
		if n > 5 {
			require.Equal(t, []any{429, "E002"}, []any{r.status, r.code}, "%d", n)
			continue
		}
		require.Equal(t, []any{200, "200"}, []any{r.status, r.code}, "%d", n)
		idx, secret = r.data["idx"], r.data["secret"]
	}
	require.Equal(t, "200", st.nodes[0].from(t, "192.0.2.8", "/api/contact/save", "", body).code)
	requirePace(t, 10, 12*time.Second, func(n int) bool {
		r := st.nodes[n%2].from(t, "192.0.2.7", "/api/contact/case", "", map[string]any{"idx": idx, "secret": "AAAA"})
		require.Contains(t, []any{[]any{200, "E001"}, []any{429, "E002"}}, []any{r.status, r.code}, "%d", n)
		return r.status == 200
	})
	require.Equal(t, "200", st.nodes[1].from(t, "192.0.2.9", "/api/contact/case", "", map[string]any{"idx": idx, "secret": secret}).code,
		"a stranger's guesses do not keep the guest out")
}

// A PIN is not guessed at the door (S-04), and guesses do not keep its owner from withdrawing.
func TestRequestsForANewPasswordHaveAPace(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	m := factory.Member(t, st.db)
	for n := 1; n <= 7; n++ {
		r := st.nodes[n%2].from(t, fmt.Sprintf("192.0.2.%d", n), "/api/member/reset/ask", "", map[string]any{"memId": m.MemID, "secret": "password", "other": "0001"})
		want := []any{200, "U041"}
		if n > 5 {
			want = []any{429, "E002"}
		}
		require.Equal(t, want, []any{r.status, r.code}, "%d", n)
	}
	var wrong int
	require.NoError(t, st.db.QueryRow(t.Context(), "SELECT pin_failures FROM member_member WHERE member_id = $1", m.MemID).Scan(&wrong))
	require.Zero(t, wrong)
}

// A customer with a /48 has 65,536 networks of the size that a household has, and a registration code is no key to all phones.
func TestPhonesCannotBeListed(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	code := factory.Partner(t, st.db).MemID
	ask := func(address string) func(int) bool {
		return func(i int) bool {
			r := st.nodes[i%2].from(t, fmt.Sprintf(address, i), "/api/member/check", "", map[string]any{"kind": "phone", "value": fmt.Sprintf("010-5555-%04d", i), "recommender": code})
			return r.code == "200"
		}
	}
	requirePace(t, 20, 6*time.Second, ask("2001:db8:7:%x::1"))
	requireAtMost(t, 60, 2*time.Second, ask("192.0.2.%d")) // the code answered others before
}

// A partner has a registration code, and finds what is masked for it no sooner as a guest: the codes of its tree share a bound of a day (S-98).
func TestPhonesHaveABoundOfADayForTheCodesOfATree(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	head, other := factory.Partner(t, st.db).MemID, factory.Partner(t, st.db).MemID
	lower := factory.Partner(t, st.db, func(m *factory.M) { m.Parent, m.PartnerLevel = head, 2 }).MemID
	rdb, err := redisx.Open(st.redis.Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	limits := limit.New(rdb, st.clk, zerolog.Nop(), prometheus.NewRegistry(), nil)
	n := 0
	check := func(kind, value, code string) reply {
		n++
		return st.nodes[n%2].from(t, fmt.Sprintf("192.0.2.%d", n), "/api/member/check", "", map[string]any{"kind": kind, "value": value, "recommender": code})
	}
	require.Equal(t, "200", check("phone", "010-5555-0001", lower).code)
	testkit.Eventually(t, func() bool { // a slow machine may have given one back meanwhile
		for limits.Tree(t.Context(), limit.Check, netip.MustParseAddr("192.0.2.7"), head) == 0 {
		}
		return check("phone", "010-5555-0001", lower).status == 429 && check("account", "1107777000100", head).status == 429
	})
	require.Equal(t, "U105", check("phone", "x", head).code, "nothing is compared")
	require.Equal(t, "200", check("memId", "kim12345", head).code, "IDs are shown")
	require.Equal(t, "200", check("phone", "010-5555-0001", other).code, "of another tree")
}

// requirePace asks until a limit refuses that lets a burst pass at once and another one after each pause: the burst passes, and then only what the time allows.
func requirePace(t *testing.T, burst int, each time.Duration, ask func(n int) (passes bool)) {
	t.Helper()
	require.GreaterOrEqual(t, requireAtMost(t, burst, each, ask), burst)
}

// requireAtMost asks a limit more often than it lets pass, and returns how often it did.
func requireAtMost(t *testing.T, burst int, each time.Duration, ask func(n int) (passes bool)) (passed int) {
	t.Helper()
	begin, asked, refused := time.Now(), 0, 0
	for ; refused < 2 && asked < 4*burst; asked++ {
		if ask(asked) {
			passed++
		} else {
			refused++
		}
		require.LessOrEqual(t, passed, burst+1+refilled(begin, each))
	}
	return passed
}

// An unused id that differs from a member's by one letter, a Kelvin sign, does not delay that member.
func TestAttemptsOnUnusedIDDelayNoMember(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	m := factory.Member(t, st.db, func(m *factory.M) { m.MemID = "kim0001" })
	for n := range 20 {
		r := st.nodes[0].from(t, fmt.Sprintf("192.0.2.%d", n/10), "/api/member/login", "", map[string]any{"memId": "\u212aim0001", "memPass": "x"})
		require.Equal(t, "U003", r.code)
	}
	r := st.nodes[1].from(t, "198.51.100.9", "/api/member/login", "", map[string]any{"memId": m.MemID, "memPass": factory.Password})
	require.Equal(t, []any{200, "200"}, []any{r.status, r.code})
}

// A member is counted by its id, wherever it is; guesses at tokens are counted by the address.
func TestMembersAndForgersHaveAPace(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	a, b := st.login(t, factory.Member(t, st.db).MemID), st.login(t, factory.Member(t, st.db).MemID)
	refused := func(auth string, n int, ips ...string) int { return st.flood(t, n, ips, "/api/member/info", auth)[429] }
	// A busy machine makes fewer calls than a pace lets pass: only those above it must be refused.
	paced := func(p limit.Pace, auth string, n int, ips ...string) {
		t.Helper()
		begin, passed := time.Now(), n-refused(auth, n, ips...)
		require.LessOrEqual(t, passed, p.Burst+1+refilled(begin, p.Every))
	}
	paced(limit.Read.Each, tokenOf(a), 400, "192.0.2.7", "192.0.2.8")
	require.Zero(t, refused(tokenOf(b), 20, "192.0.2.7"), "the neighbour is not concerned")
	paced(limit.Read.Address, "forged", 1500, "192.0.2.9")
	require.Zero(t, refused(tokenOf(b), 10, "192.0.2.9"))
}

// security.md 2.10: without Redis logins are counted by each node, and reads pass.
func TestLimitsWithoutRedis(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	in := st.login(t, factory.Member(t, st.db).MemID)
	st.redis.Kill()
	for i, n := range st.nodes {
		limited := 0
		for k := range 25 {
			r := n.from(t, "192.0.2.7", "/api/member/login", "", map[string]any{"memId": fmt.Sprintf("stranger%d%d", i, k), "memPass": "Wrong1234"})
			if r.status == 429 {
				limited++
			}
		}
		require.Equal(t, 6, limited)
		for range 60 {
			require.Equal(t, "200", n.from(t, "192.0.2.7", "/api/member/info", tokenOf(in), map[string]any{}).code)
		}
	}
	st.clk.Advance(6 * time.Second)
	require.Equal(t, "U003", st.nodes[0].from(t, "192.0.2.7", "/api/member/login", "", map[string]any{"memId": "stranger99", "memPass": "Wrong1234"}).code)
}

// Refused calls that no other limit counts have a pace of their own, and their lines in the log an address.
func TestNonsenseHasAPace(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	begin := time.Now()
	got := st.flood(t, 300, []string{"192.0.2.7"}, "/api/nothing", "")
	require.LessOrEqual(t, got[404], limit.Nonsense.Address.Burst+1+refilled(begin, limit.Nonsense.Address.Every), "%v", got)
	require.GreaterOrEqual(t, got[404], 100, "%v", got)
	require.Equal(t, 404, st.nodes[0].from(t, "192.0.2.8", "/api/nothing", "", map[string]any{}).status, "others are not concerned")
}

// S-98: who may search often can guess what is masked. Searches have a pace of their own, lists without a search and further pages have not.
func TestStaffCannotGuessMaskedDataBySearching(t *testing.T) {
	t.Parallel()
	st := newStand(t, nil)
	const ip = "192.0.2.9"
	rdb, err := redisx.Open(st.redis.Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	for _, path := range []string{"/api/admin/member/list", "/api/admin/block/list"} {
		s := factory.Staff(t, st.db)
		otp, err := totp.GenerateCode(factory.TOTPSecret, st.clk.Now())
		require.NoError(t, err)
		in := st.nodes[0].post(t, "/api/admin/login", "", map[string]any{"memId": s.ID, "memPass": s.Password, "otp": otp})
		require.Equal(t, "200", in.code)
		ask := func(n int, body map[string]any) reply { return st.nodes[n%2].from(t, ip, path, tokenOf(in), body) }
		begin, found := time.Now(), 0
		for n := range 120 {
			lists, err := rdb.Keys(t.Context(), redisx.LimitKey(limit.Read.Name, "*")).Result()
			require.NoError(t, err)
			for _, pace := range lists { // of every list: it is not what refuses here
				require.NoError(t, rdb.Del(t.Context(), pace).Err())
			}
			if r := ask(n, map[string]any{"search": fmt.Sprintf("0101234%04d", n)}); r.status == 200 {
				found++
			}
		}
		require.GreaterOrEqual(t, found, 60, path)
		require.LessOrEqual(t, found, 61+refilled(begin, 2*time.Second), path)
		for _, body := range []map[string]any{{}, {"search": "01012345678", "page": 2}} {
			testkit.Eventually(t, func() bool { return ask(0, body).code == "200" }, "%s %v", path, body)
		}
	}
}
