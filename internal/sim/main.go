// Command sim is a simulated game vendor: games to play in a window, a client of the operator's wallet API, and faults on
// demand. Its packages are in hubstake/internal/sim; internal/sim/README.md tells the protocol.
package main

import (
	"os"

	"hubstake/internal/sim/server"
)

func main() { os.Exit(server.Main()) }
