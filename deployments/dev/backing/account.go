package backing

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// Account is the user that runs PostgreSQL, which refuses to be run by root: root hands over to the user postgres that comes
// with the package, other users run it as themselves.
type Account struct {
	cred *syscall.Credential // nil: the current user
}

// ServerAccount finds the account for PostgreSQL.
func ServerAccount() (Account, error) {
	if os.Getuid() != 0 {
		return Account{}, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return Account{}, fmt.Errorf("root cannot run PostgreSQL, and the user postgres does not exist: %w", err)
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return Account{}, fmt.Errorf("user postgres: %w", err)
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return Account{}, fmt.Errorf("user postgres: %w", err)
	}
	return Account{cred: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
}

// Credential is what a process of the account is started with; nil for the current user.
func (a Account) Credential() *syscall.Credential { return a.cred }

// own gives a directory to the account, closed to others.
func (a Account) own(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("directory for PostgreSQL: %w", err)
	}
	if a.cred != nil {
		if err := os.Chown(dir, int(a.cred.Uid), int(a.cred.Gid)); err != nil {
			return fmt.Errorf("directory for PostgreSQL: %w", err)
		}
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return fmt.Errorf("directory for PostgreSQL: %w", err)
	}
	return nil
}

// owns reports whether the account owns the directory, so that a path that others could have prepared is not used.
func (a Account) owns(dir string) bool {
	st, err := os.Lstat(dir)
	if err != nil || !st.IsDir() {
		return false
	}
	sys, ok := st.Sys().(*syscall.Stat_t)
	want := uint32(os.Getuid())
	if a.cred != nil {
		want = a.cred.Uid
	}
	return ok && sys.Uid == want
}

// reaches reports whether the account may enter the directory: a parent may be closed to it, as a home of root is.
func (a Account) reaches(dir string) bool {
	cmd := exec.Command("/bin/sh", "-c", `cd "$1"`, "sh", dir)
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: a.cred}
	return cmd.Run() == nil
}

// Place returns a directory below which the account keeps its data: want when it can be reached, else one with the
// given key under the first of the fallbacks that can be. It exists afterwards and belongs to the account.
func (a Account) Place(want, key string, fallbacks ...string) (string, error) {
	if err := os.MkdirAll(filepath.Dir(want), 0o755); err != nil {
		return "", fmt.Errorf("directory for PostgreSQL: %w", err)
	}
	if a.reaches(filepath.Dir(want)) {
		return want, a.own(want)
	}
	for _, base := range fallbacks {
		dir := filepath.Join(base, "hubstake-dev-"+key)
		if _, err := os.Lstat(dir); err == nil && !a.owns(dir) {
			continue
		}
		if a.own(dir) == nil && a.reaches(dir) {
			return dir, nil
		}
	}
	return "", fmt.Errorf("PostgreSQL must run as another user than root, and that user can reach neither %s nor %v", want, fallbacks)
}
