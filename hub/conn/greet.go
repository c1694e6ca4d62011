package conn

// Greeter is implemented by paths that upgrade sockets themselves.
type Greeter interface {
	// Greet waits for the first bytes of a TCP socket and does with it what g says. From then on the path closes the socket.
	Greet(fd int, g Greeting)
}

// Greeting decides what becomes of a socket that was just accepted. First is called at most once.
type Greeting interface {
	// First judges the first bytes that the socket brings, which are valid only during the call.
	First(b []byte) Verdict

	// Gone is called when the socket ended or brought nothing in time, and after a First that panicked.
	Gone()
}

// Verdict is what becomes of a socket.
type Verdict struct {
	Answer []byte             // is written first
	Open   func(Conn) Handler // makes the answered socket a websocket; nil: it is closed, unless Hand is set
	Used   int                // bytes that were the request; what follows are frames
	Hand   func(fd int)       // takes the socket over; nothing was written to it
}
