// Package simtest tests the small parts of the simulated provider (chaos, chat, transferwallet, wallet) in one program. A file is named after the package
// that it tests. Games, tables and servers keep their tests beside them.
package simtest
