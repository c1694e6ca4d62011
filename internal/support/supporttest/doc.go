// Package supporttest tests inquiries and live chat in one program, because both link the whole support area. A file is named after the package that it
// tests.
package supporttest
