// Package rawio makes system calls on descriptors that never block without telling Go's scheduler about them. An ordinary system call
// wakes the runtime's monitor thread; in a program that has one processor (GOMAXPROCS=1) the monitor then takes that processor away from every call
// that lasts longer than its round of 20 µs and hands it to another thread. In the hub this was an eighth of all CPU time.
//
// A call that could block must not be made here: the scheduler cannot replace a processor whose call it does not know of.
package rawio
