# Everything that is done with this tree. `make help` prints the lines that start with two hashes.
SHELL := bash
# The same flags everywhere, and no paths in what is built: every clone shares the compiler's cache.
export GOFLAGS := -trimpath $(filter-out -trimpath,$(shell go env GOFLAGS))
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

DEV_DIR := $(or $(HUBSTAKE_DEV_DIR),.dev)
DEV := .dev/bin/dev
TOOL := CGO_ENABLED=0 go tool -modfile=internal/tools/go.mod
N ?= 9000
RUNS ?= 3
ONLY ?=
DURATION ?= 30m
SCRIPT ?= hub-connect
SESSIONS ?= 1000
K6_VERSION := v1.8.1
K6 := .dev/bin/k6-$(K6_VERSION)
OUT ?= members.tsv
CSV ?=
SPEED ?= 500
STAMP = -X hubstake/internal/platform/obs.Version=$(shell git describe --tags --always --dirty) -X hubstake/internal/platform/obs.Commit=$(shell git rev-parse HEAD)
TEST_SITE := {"exchangeClosedFrom":"00:00","exchangeClosedTo":"00:00","rollingBasisPoints":2000}

## help:      this list
help:
	@sed -n 's/^## //p' Makefile

## run:       start everything here and stay; Ctrl-C ends it (HUBSTAKE_PORT=8080)
run: machine $(DEV)
	@exec $(DEV) run

## up:        start everything in the background, return when it is ready
up: machine $(DEV)
	@exec $(DEV) up

## down:      end what run or up started
down: $(DEV)
	@exec $(DEV) down

## reset:     end it and drop all data
reset: $(DEV)
	@exec $(DEV) reset

## release:   build the programs for machines of your own, static and with their version: make release OUT=bin
release:
	CGO_ENABLED=0 go build -trimpath -tags timetzdata -ldflags "-s -w $(STAMP)" -o $(if $(filter-out file,$(origin OUT)),$(OUT),bin)/ ./api ./hub ./workers ./deployments/migrate ./deployments/recompute ./deployments/verify ./monitoring/canary

## test:      all tests: Go, the site, end to end in a browser; TEST_SEED=… repeats the random ones of another run
test: machine-test $(DEV)
	@exec $(DEV) test

## test-deep: the same at full size, under the race detector, with faults: all shares, or some: make test-deep SHARE='go-relay lint'
test-deep: machine-test $(DEV)
	@exec $(DEV) deep $(SHARE)

## check:     format, types, contracts, SQL, builds: all but the tests
check: machine-test $(DEV)
	@exec $(DEV) check

## ci:        what a landing must pass: test, check and one share of test-deep
ci: machine-test $(DEV)
	@exec $(DEV) ci

## lint:      the linters of Go; a share of test-deep
lint:
	$(TOOL) golangci-lint run ./...
	$(TOOL) golangci-lint run --build-tags open ./hub/... ./loadtest/suites/...

## generate:  write again what is generated: SQL, the contract
generate:
	$(TOOL) sqlc generate
	go generate ./...

## check-upgrade: migrate databases of earlier commits and compare them with a fresh one; part of make test
check-upgrade: machine-test $(DEV)
	$(DEV) with-testdb -- go test ./internal/platform/pg -run 'TestDatabasesOfEarlierCommitsUpgrade|TestAppliedMigrationsAreFrozen' -count 1 -v

## freeze:    list the migrations that are released: from then on they never change
freeze:
	cd internal/platform/pg/migrations && sha256sum *.sql > frozen.sum

## format:    lay out Go and the site as the check wants it
format: packages
	$(TOOL) gofumpt -w $$(git ls-files -co --exclude-standard '*.go')
	cd web && npm run --silent format

## kit-sheet: the page of the components in three languages, two themes and two widths as one picture, web/kit-sheet.jpg
kit-sheet: packages
	cd web && npm run --silent kit:sheet

## kit-renew: the same, and take those pictures as what the end-to-end tests compare with
kit-renew: packages
	cd web && npm run --silent kit:renew

## contact-sheet: pictures of every page of the member site, for eyes, web/test-results/contact-sheet: make contact-sheet LOOK='--languages ko --themes dark'
contact-sheet: packages
	HUBSTAKE_SITE_OPTIONS='$(TEST_SITE)' $(DEV) with-instance -- npm --prefix web run --silent sheet -- $(LOOK)

## members:   N approved members with a balance and a session each, for load: make members N=9000 OUT=members.tsv
members: up
	@$(DEV) exec -- $(DEV_DIR)/bin/seed members -n $(N) -out $(abspath $(OUT))

## feed:      play seasons of football-data.co.uk again on the running instance; the same command goes on: make feed CSV=E0.csv SPEED=500
feed: up
	@$(if $(CSV),,echo "make feed CSV=… names one or more files of football-data.co.uk" >&2; exit 2)
	@$(DEV) exec -- $(DEV_DIR)/bin/workers feed -speed $(SPEED) $(abspath $(CSV))

## bench:     the Go benchmarks and the figures of the README, on the running instance
bench: up
	go test -run '^$$' -bench . -benchmem ./...
	@$(DEV) exec -- $(DEV_DIR)/bin/seed members -n 1000 -out $(abspath $(DEV_DIR))/members.tsv
	@$(DEV) exec -- go run ./loadtest/bench -dir $(abspath $(DEV_DIR))

## bench-hub: hubbench ($$HUBBENCH) against one pinned hub, the table of the hub beside its goals: make bench-hub RUNS=3 ONLY=connect,idle
bench-hub: machine
	go run ./loadtest/benchhub -n $(N) -runs $(RUNS) -only '$(ONLY)' -dir $(abspath $(DEV_DIR))/bench-hub

## bench-wallet: vendor bets over HTTP as a ratio to pgbench -N on the same server, by walletbench ($$WALLETBENCH): make bench-wallet RUNS=5
bench-wallet: up
	@$(DEV) exec -- $(DEV_DIR)/bin/seed members -n 1000 -out $(abspath $(DEV_DIR))/members.tsv
	@$(DEV) exec -- go run ./loadtest/benchwallet -runs $(RUNS) -dir $(abspath $(DEV_DIR))/bench-wallet -members $(abspath $(DEV_DIR))/members.tsv -demo $(abspath $(DEV_DIR))/demo.json

## bench-sports: slips of the sportsbook over HTTP as a ratio to pgbench -N, bets settled a second, and prices of a busy feed: make bench-sports RUNS=5
bench-sports: up
	@$(DEV) exec -- $(DEV_DIR)/bin/seed members -n 1000 -out $(abspath $(DEV_DIR))/members.tsv
	@$(DEV) exec -- go run ./loadtest/benchwallet -only slips -runs $(RUNS) -dir $(abspath $(DEV_DIR))/bench-wallet -members $(abspath $(DEV_DIR))/members.tsv -demo $(abspath $(DEV_DIR))/demo.json
	$(DEV) with-testdb -- go test ./internal/play/settle -run '^$$' -bench Settlement -benchtime 1x -timeout 20m
	$(DEV) with-testdb -- go test ./internal/play/sports -run '^$$' -bench Feed -benchtime 20x

## bench-draws: 5,000 bets on a draw in the two seconds before its close, and a round with 20,000 bets settled
bench-draws: machine-test $(DEV)
	$(DEV) with-testdb -- go test ./internal/play/minigame -run '^$$' -bench 'Close|Settlement' -benchtime 1x -count 3

## bench-lists: p99 of every list of the api over a hundred thousand members and a million bets
bench-lists: $(DEV)
	$(DEV) with-testdb -- go test ./api/server -run '^$$' -bench 'Lists|MemberPage' -benchtime 1x -members 100000 -bets 1000000 -timeout 30m

## bench-partner: lists and first page of partners of all sizes over 2,000 partners, 100,000 members and a million bets; accrual, settlement and statement of that day
bench-partner: machine-test $(DEV)
	$(DEV) with-testdb -- go test ./internal/accounting/report -run '^$$' -bench PartnerLists -benchtime 1x -timeout 20m
	$(DEV) with-testdb -- go test ./internal/partners/commission -run '^$$' -bench Settlement -benchtime 1x -timeout 20m

## replay:    200,000 bets on two seasons of football, compared to the unit with a calculation from the files (../shared/data)
replay: machine-test $(DEV)
	$(DEV) with-testdb -- go test ./internal/play/settle -run TestSeasonsArePaidToTheUnit -count 1 -v -timeout 90m -bets 200000 -matches 380

## trees:     commissions of a thousand random trees, compared to the unit with plain loops over all bets: make trees TREES=5000
trees: machine-test $(DEV)
	$(DEV) with-testdb -- go test ./internal/partners/commission -run TestStatementsAreThoseOfTheModel -count 1 -v -timeout 60m -trees $(or $(TREES),1000)

## draws:     tests of randomness over a million draws of each game of the house, 99 % of all tests together; another SEED makes other draws: make draws SEED=7
draws: machine-test
	go test ./internal/core/draw -run TestDrawsAreFair -count 1 -v -timeout 60m -draws $(or $(DRAWS),1000000) -seed '$(or $(SEED),hubstake)'

## soak-hub:  9,000 sessions with reconnects and slow readers; fails when the hub's memory grows: make soak-hub DURATION=30m
soak-hub: machine
	go run ./loadtest/soakhub -n $(N) -duration $(DURATION) -dir $(abspath $(DEV_DIR))/soak-hub

## k6:        a k6 script of loadtest against a hub (hub-*) or a product of its own: make k6 SCRIPT=hub-fanout RATE=500, make k6 SCRIPT=spin-storm
k6: machine $(K6) $(DEV)
ifneq ($(filter hub-%,$(SCRIPT)),)
	$(K6) run -q --no-usage-report loadtest/hub-vectors.js
	go run ./loadtest/withhub -n $(SESSIONS) -dir $(abspath $(DEV_DIR))/with-hub -- $(K6) run -q --no-usage-report loadtest/$(SCRIPT).js
else
	$(DEV) with-instance -- go run ./loadtest/withsite -n $(SESSIONS) -- $(K6) run -q --no-usage-report loadtest/$(SCRIPT).js
endif

$(K6):
	@mkdir -p .dev/bin
	GOBIN=$(abspath .dev/bin) go install go.k6.io/k6@$(K6_VERSION)
	@mv .dev/bin/k6 $@

## faults:    kill, freeze and keep away each part of an instance of its own while members play
faults: machine $(DEV)
	$(DEV) with-instance -- go run ./loadtest/chaos

## chaos:     the money test: everything is killed at random while members move money, then all checks: make chaos DURATION=5m SEED=7
chaos: machine $(DEV)
	$(DEV) with-instance -- go run ./loadtest/chaos -money -duration $(if $(filter-out file,$(origin DURATION)),$(DURATION),5m) -seed $(or $(SEED),0)

## monitor:   Prometheus with the rules of monitoring/ beside the running instance (HUBSTAKE_PROMETHEUS_PORT=9090)
monitor: machine-test up
	@$(DEV) exec -- go run ./monitoring/local

## drill:     break parts of the product and see the alerts fire and fall silent, twenty minutes
drill: machine-test
	go test -tags drill -run TestAlertsFireOnTheRunningProduct -v -count 1 -timeout 45m ./monitoring

# An instance whose demo site has no closed hours and a small turnover: the journey must not depend on the clock or on luck.
test-e2e: packages $(DEV)
	HUBSTAKE_SEED=tests HUBSTAKE_SITE_OPTIONS='$(TEST_SITE)' $(DEV) with-instance -- npm --prefix web run e2e -- $(ONLY)

# An instance without a demo site, which is opened as a new owner opens it.
test-e2e-opening: packages $(DEV)
	HUBSTAKE_SEED=none $(DEV) with-instance -- npm --prefix web run e2e:nothing

machine:
	@deployments/provision run

machine-test:
	@deployments/provision test

packages: $(DEV)
	@$(DEV) packages

# The compiler knows better than make what changed.
$(DEV): always
	@mkdir -p .dev/bin
	@go build -o $@ ./deployments/dev

.PHONY: help feed contact-sheet kit-sheet kit-renew check-upgrade freeze release monitor drill replay draws trees run up down reset test check generate format members bench bench-hub bench-wallet bench-sports bench-draws bench-lists bench-partner soak-hub k6 faults chaos test-deep ci lint test-e2e test-e2e-opening machine machine-test packages always
