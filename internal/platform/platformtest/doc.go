// Package platformtest tests the small packages of the platform (loopback, peer, vault) in one program. A file is named after the package that it tests.
package platformtest
