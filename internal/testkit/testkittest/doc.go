// Package testkittest tests the test kit itself, in one program.
package testkittest
