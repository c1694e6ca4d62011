package credential

import "fmt"

// Secret is a password, a PIN or a one-time code as it was typed. However it is printed, it prints ***.
type Secret string

// Format hides the secret from every verb of fmt.
func (Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte("***")) }

// String hides the secret.
func (Secret) String() string { return "***" }

// MarshalText hides the secret from encoders; there is no way back on purpose.
func (Secret) MarshalText() ([]byte, error) { return []byte("***"), nil }
