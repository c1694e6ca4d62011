package config

import (
	"net"
	"path/filepath"
	"slices"
)

// knownPasswords are those that samples and images come with.
var knownPasswords = []string{"postgres", "password", "admin", "root", "secret", "changeme", "example", "test", "1234", "12345", "123456", "12345678", "hubstake"}

// KnownPassword reports whether a password is one that everybody knows, or the name of its user.
func KnownPassword(user, password string) bool {
	return slices.Contains(knownPasswords, password) || password != "" && password == user
}

// LocalHost reports whether a host is this machine: a socket's directory or a loopback address.
func LocalHost(host string) bool {
	ip := net.ParseIP(host)
	return filepath.IsAbs(host) || host == "localhost" || ip != nil && ip.IsLoopback()
}
