// Package supervise runs child programs: each in a process group of its own, with its output in a log file,
// started again with a growing pause when it dies, and ended in order. A child never outlives the supervisor: the
// kernel signals it when the supervisor is gone, and what is left of an earlier run is found by its recorded
// identity (process id and moment of start) and ended first.
package supervise
