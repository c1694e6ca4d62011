package rawio

import (
	"net/netip"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Read reads what is there. It fails with EAGAIN when nothing is.
func Read(fd int, b []byte) (int, syscall.Errno) {
	r, _, errno := syscall.RawSyscall(syscall.SYS_READ, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)))
	return result(r, errno)
}

// Write writes what the kernel takes. It fails with EAGAIN when that is nothing.
func Write(fd int, b []byte) (int, syscall.Errno) {
	r, _, errno := syscall.RawSyscall(syscall.SYS_WRITE, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)))
	return result(r, errno)
}

// Shutdown ends both directions of a socket.
func Shutdown(fd int) error {
	_, _, errno := syscall.RawSyscall(syscall.SYS_SHUTDOWN, uintptr(fd), unix.SHUT_RDWR, 0)
	return failed(errno)
}

// Close closes a socket that does not linger.
func Close(fd int) error {
	_, _, errno := syscall.RawSyscall(syscall.SYS_CLOSE, uintptr(fd), 0, 0)
	return failed(errno)
}

// EpollPoll returns the events that are there, without waiting for one.
func EpollPoll(epoll int, events []unix.EpollEvent) (int, syscall.Errno) {
	r, _, errno := syscall.RawSyscall6(syscall.SYS_EPOLL_PWAIT, uintptr(epoll), uintptr(unsafe.Pointer(unsafe.SliceData(events))), uintptr(len(events)), 0, 0, 0)
	return result(r, errno)
}

// EpollCtl changes what an epoll descriptor waits for.
func EpollCtl(epoll, op, fd int, event *unix.EpollEvent) error {
	_, _, errno := syscall.RawSyscall6(syscall.SYS_EPOLL_CTL, uintptr(epoll), uintptr(op), uintptr(fd), uintptr(unsafe.Pointer(event)), 0, 0)
	return failed(errno)
}

// SetTimer arms a timer descriptor, once.
func SetTimer(fd int, d time.Duration) error {
	spec := unix.ItimerSpec{Value: unix.NsecToTimespec(int64(d))}
	_, _, errno := syscall.RawSyscall6(syscall.SYS_TIMERFD_SETTIME, uintptr(fd), 0, uintptr(unsafe.Pointer(&spec)), 0, 0, 0)
	return failed(errno)
}

// result is 0 with each errno but the one that says that all is well, 0.
func result(n uintptr, errno syscall.Errno) (int, syscall.Errno) {
	if errno != 0 {
		return 0, errno
	}
	return int(n), 0
}

func failed(errno syscall.Errno) error {
	if errno != 0 {
		return errno
	}
	return nil
}

// Accept takes a connection from a listening TCP socket, as a non-blocking socket with its peer's address. It fails with EAGAIN when none waits.
func Accept(fd int) (int, netip.Addr, syscall.Errno) {
	var from unix.RawSockaddrInet6 // room for both families
	size := uint32(unsafe.Sizeof(from))
	r, _, errno := syscall.RawSyscall6(syscall.SYS_ACCEPT4, uintptr(fd), uintptr(unsafe.Pointer(&from)), uintptr(unsafe.Pointer(&size)), unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0, 0)
	if errno != 0 {
		return 0, netip.Addr{}, errno
	}
	if from.Family == unix.AF_INET {
		return int(r), netip.AddrFrom4((*unix.RawSockaddrInet4)(unsafe.Pointer(&from)).Addr), 0
	}
	return int(r), netip.AddrFrom16(from.Addr).Unmap(), 0
}
