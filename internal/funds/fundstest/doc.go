// Package fundstest tests corrections and points, which have a handful of tests between them, in one program. Cash and promotions have tests enough for
// programs of their own.
package fundstest
