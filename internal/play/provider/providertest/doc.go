// Package providertest tests the ports to game providers (dial, guard, hub88 and seamless) in one program, because each alone has few tests and links
// the same packages. A file is named after the port that it tests.
package providertest
