// Package accounttest tests personal data and members' protection in one program; each alone has few tests. A file is named after the package that it
// tests. Members, staff and credentials keep their tests beside them.
package accounttest
