package main

import (
	"slices"
	"strconv"
)

// scenarios are hubbench's, in the order in which they run.
var scenarios = []string{"connect", "idle", "rates", "bcast", "storm", "restart", "search", "correct"}

// pass is one call of hubbench on a stand of its own.
type pass struct {
	name string
	do   []string
	args []string
	most int  // sessions; 0: all
	lua  bool // publish by the script, which keeps the projection as new as the stream
}

// The first pass only measures: its rates count as held however slow they were, because hubbench stops at the first that is
// not. Idle is looked at for 20 s, in which each session has heartbeats both ways. The rates of the second pass are where the goal
// lies and beyond, and have two tries each; from the first that is not held the search goes back. The third judges each message,
// which the generator cannot do for all sessions at full rate.
var passes = []pass{
	{name: "figures", do: []string{"connect", "idle", "rates", "bcast", "storm", "restart"}, args: []string{"-rates", "10000,20000", "-p99", "1m", "-superseded", "1", "-settle", "20s"}},
	{
		name: "search", do: []string{"search"},
		args: []string{"-rates", "20000,30000,40000,50000,60000,75000,100000", "-superseded", "0.02", "-tries", "2", "-search-steps", "2", "-duration", "5s"},
	},
	{
		name: "correct", do: []string{"correct"}, most: 2000, lua: true,
		args: []string{"-cmds", "CASH,MSG", "-correct-rate", "2000", "-churn", "20", "-duration", "30s"},
	},
}

// chosen are the scenarios of the pass that are wanted. Without clients there is none, so connect comes first.
func (p pass) chosen(only []string) []string {
	do := slices.DeleteFunc(slices.Clone(p.do), func(s string) bool { return len(only) > 0 && !slices.Contains(only, s) })
	if len(do) > 0 && do[0] != "connect" {
		do = append([]string{"connect"}, do...)
	}
	return do
}

// sessions of the pass.
func (p pass) sessions(n int) int {
	if p.most > 0 {
		return min(n, p.most)
	}
	return n
}

// Entries as the relay writes them (hub/README.md, "What is read from Redis"). Rates and broadcasts leave the projection
// alone: no client connects while they run, and the watcher sends only states newer than those it sent.
const (
	streamCommand = "XADD ev:{shard} MAXLEN ~ 100000 * member {user} cmd {cmd} data1 {id} data2 {pad} ver {ver} at {at}"
	siteCommand   = "XADD ev:site:{site} MAXLEN ~ 10000 * cmd MARQUEE data1 {id} data2 {pad} ver {ver} at {at}"
)

// publishing are the commands by which the pass publishes; sha names the loaded script.
func (p pass) publishing(sha string) []string {
	command := streamCommand
	if p.lua {
		command = "EVALSHA " + sha + " 2 ev:{shard} bal:{shard}:{user} {user} {cmd} {id} {pad} {ver} {at}"
	}
	return []string{"-redis-cmd", command, "-bcast-redis-cmd", siteCommand}
}

func itoa(n int) string { return strconv.Itoa(n) }
