// Package coretest tests the small packages of internal/core: their rules are quick to run and were slow to link, one program for each. A file is named
// after the package that it tests. Packages with large tests or recorded vectors (draw, fairness, odds, waterfall) keep their tests beside them.
package coretest
