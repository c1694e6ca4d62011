// Package contenttest tests what an operator shows and writes to members (content and messages) in one program. A file is named after the package that it
// tests.
package contenttest
