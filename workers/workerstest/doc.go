// Package workerstest tests the workers that have one to three tests each (bizmetrics, commission, jackpots, jobs, reconcile, settle) in one program,
// because each of them links the database, Redis and the domains. A file is named after the worker that it tests.
package workerstest
