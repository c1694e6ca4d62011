package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/accounting/reconcile"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/live/outbox"
	"hubstake/internal/live/projection"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/sim/wallet"
)

const (
	movers    = 24
	lookEvery = 10 * time.Second
	published = 12 * time.Second // what was published before is compared with the streams
	// reckoning bounds the end: thousands of calls again, and all books read. How long that takes is no promise of the product.
	reckoning = 5 * time.Minute
)

// options of the demo site under which members need not wait between two requests. They are set in the database of an instance
// that is thrown away; sites are read again every few seconds.
const options = `{"depositWaitMinutes": 0, "withdrawWaitMinutes": 0, "rollingBasisPoints": 0, "exchangeClosedFrom": "00:00", "exchangeClosedTo": "00:00",
	"withdrawUndoSeconds": 0, "sportsMinStake": 1000, "approvals": {"deposit": {"off": true}, "payout": {"off": true}}}`

// moneyTest is a run of the money test (money.md, "What must always be true").
type moneyTest struct {
	in      *instance
	name    string // of the run, in the ids of vendors' calls
	second  *node
	nodes   []*instance // the same instance through each node of the api
	vendors []*wallet.Client
	staff   string
	movers  []*mover
	rdb     redis.UniversalClient
	kills   map[string]int
	looks   atomic.Int64
	ended   int // bets of the house, when the books were read
}

// chaos runs the money test on an instance of its own.
func chaos(ctx context.Context, duration time.Duration, seed uint64) error {
	if seed == 0 {
		seed = rand.Uint64()
	}
	fmt.Printf("money test: %v, SEED=%d\n", duration, seed)
	in, err := ours(ctx)
	if err != nil {
		return err
	}
	defer in.close()
	t := &moneyTest{in: in, name: fmt.Sprintf("m%x", clock.System{}.Now().UnixMilli()), kills: map[string]int{}}
	if err := t.prepare(ctx, seed); err != nil {
		return err
	}
	defer t.second.close()
	defer func() { _ = t.rdb.Close() }()
	before, err := t.books(ctx)
	if err != nil {
		return err
	}
	problems := t.play(ctx, duration, seed)
	problems = append(problems, t.reckon(ctx, before)...)
	if len(problems) == 0 {
		problems = t.plant(ctx)
	}
	t.report()
	if len(problems) > 0 {
		return fmt.Errorf("BROKEN, SEED=%d:\n    %s", seed, strings.Join(problems, "\n    "))
	}
	return nil
}

// prepare makes the members and a second node, and logs staff in.
func (t *moneyTest) prepare(ctx context.Context, seed uint64) error {
	in := t.in
	if _, err := in.db.Exec(ctx, "UPDATE site_site SET options = options || $1::jsonb", options); err != nil {
		return fmt.Errorf("options: %w", err)
	}
	members, err := in.members(ctx, movers)
	if err != nil {
		return err
	}
	if t.staff, err = in.logInStaff(ctx, clock.System{}); err != nil {
		return err
	}
	if t.rdb, err = redisx.Open(config.URL(in.Addresses.Redis)); err != nil {
		return err
	}
	if t.second, err = in.addNode(ctx); err != nil {
		return err
	}
	other := *in
	other.Origin = t.second.origin
	t.nodes = []*instance{in, &other}
	for _, n := range t.nodes {
		transport := &http.Transport{MaxIdleConnsPerHost: 64}
		t.vendors = append(t.vendors, wallet.New(transport, n.Origin+"/v1/vendor/sim", in.secret, clock.System{}, prometheus.NewRegistry()))
	}
	for i, m := range members {
		t.movers = append(t.movers, &mover{
			player: &player{Member: m}, t: t, rnd: rand.New(rand.NewPCG(seed, uint64(i))), counts: map[string]int{},
		})
	}
	return nil
}

// play lets everybody act while parts are killed and the checks look on. It returns when each outcome is known.
func (t *moneyTest) play(ctx context.Context, duration time.Duration, seed uint64) []string {
	var mu sync.Mutex
	var problems []string
	broken := func(format string, args ...any) {
		mu.Lock()
		defer mu.Unlock()
		problems = append(problems, fmt.Sprintf(format, args...))
	}
	playing, stop := context.WithTimeout(ctx, duration)
	defer stop()
	patience, giveUp := context.WithTimeout(ctx, duration+settling)
	defer giveUp()
	var g errgroup.Group
	for _, m := range t.movers {
		g.Go(func() error {
			for playing.Err() == nil {
				if err := m.act(patience); err != nil {
					broken("%v", err)
					return nil
				}
			}
			return nil
		})
	}
	g.Go(func() error { t.kill(playing, rand.New(rand.NewPCG(seed, 1<<32))); return nil })
	g.Go(func() error {
		for pause(playing, lookEvery) == nil {
			found, err := reconcile.New(t.in.db, clock.System{}, nil).Full(playing)
			if err != nil {
				continue // the database is being killed
			}
			t.looks.Add(1)
			for _, v := range found {
				broken("meanwhile: %s", v)
			}
		}
		return nil
	})
	_ = g.Wait() // problems say what went wrong
	return problems
}

// kill ends one part after the other, drawn from the seed, until ctx ends.
func (t *moneyTest) kill(ctx context.Context, rnd *rand.Rand) {
	victims := []string{"api", "api", "api2", "api2", "workers", "postgres", "redis", "sim"}
	for pause(ctx, time.Duration(800+rnd.IntN(2_200))*time.Millisecond) == nil {
		name := victims[rnd.IntN(len(victims))]
		pid := t.in.pid(name)
		if name == "api2" {
			pid = int(t.second.pid.Load())
		}
		if pid == 0 {
			continue // it is not back yet
		}
		var err error
		if name == "postgres" && rnd.IntN(2) == 0 {
			err = t.killBackend(pid)
		} else {
			err = syscall.Kill(pid, syscall.SIGKILL)
		}
		if err == nil {
			t.kills[name]++
		}
	}
}

// killBackend kills one process of PostgreSQL: the server throws everybody out and recovers.
func (t *moneyTest) killBackend(server int) error {
	family := children(server)
	if len(family) == 0 {
		return errors.New("the server has no processes")
	}
	return syscall.Kill(family[len(family)-1], syscall.SIGKILL)
}

// books is what the database says each mover has.
func (t *moneyTest) books(ctx context.Context) (map[string][2]money.Amount, error) {
	ids := make([]string, len(t.movers))
	for i, m := range t.movers {
		ids[i] = m.MemID
	}
	states, err := projection.Members(ctx, t.in.db, ids)
	if err != nil {
		return nil, fmt.Errorf("books: %w", err)
	}
	all := map[string][2]money.Amount{}
	for id, s := range states {
		var cash, points int64
		if _, err := fmt.Sscan(s.Cash+" "+s.Points, &cash, &points); err != nil {
			return nil, fmt.Errorf("books of %s: %w", id, err)
		}
		all[id] = [2]money.Amount{money.Amount(cash), money.Amount(points)}
	}
	return all, nil
}

// reckon compares what each mover knows with the books, asks for each kept answer again, and runs all checks.
func (t *moneyTest) reckon(ctx context.Context, before map[string][2]money.Amount) (problems []string) {
	limit, cancel := context.WithTimeout(ctx, reckoning)
	defer cancel()
	var mu sync.Mutex
	var g errgroup.Group
	for _, m := range t.movers {
		g.Go(func() error {
			for _, s := range m.kept {
				answer, err := m.vendor(limit, s.op, s.req)
				s.req.Currency, s.req.MemberID = currency, m.MemID
				if err != nil || answer != s.answer {
					mu.Lock()
					problems = append(problems, fmt.Sprintf("%s %s was answered %+v, and now %+v %v", s.op, s.req.TxID, s.answer, answer, err))
					mu.Unlock()
				}
			}
			return nil
		})
	}
	_ = g.Wait() // problems say what went wrong
	after, paid, err := t.steady(limit)
	if err != nil {
		return append(problems, err.Error())
	}
	for _, m := range t.movers {
		was, is := before[m.MemID], after[m.MemID]
		if want := [2]money.Amount{was[0] + m.delta + paid[m.MemID], was[1] + m.points}; is != want {
			problems = append(problems, fmt.Sprintf("%s has %v, its own answers add up to %v", m.MemID, is, want))
		}
	}
	if err := pause(limit, published); err != nil {
		return append(problems, err.Error())
	}
	found, err := t.proofs().Full(limit)
	if err != nil {
		return append(problems, err.Error())
	}
	for _, v := range found {
		problems = append(problems, v.String())
	}
	return problems
}

func (t *moneyTest) proofs() *reconcile.Service {
	return reconcile.New(t.in.db, clock.System{}, func(ctx context.Context) ([]string, error) { return outbox.Compare(ctx, t.in.db, t.rdb) })
}

func (t *moneyTest) report() {
	total := map[string]int{}
	for _, m := range t.movers {
		for k, n := range m.counts {
			total[k] += n
		}
	}
	fmt.Printf("operations %v, of the house's bets %d ended\nkilled %v; %d starts of the second api; looks meanwhile %d\n", total, t.ended, t.kills, t.second.starts.Load(), t.looks.Load())
}
