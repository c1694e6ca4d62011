// Package fairness makes numbers that anyone can compute again (S-64): a seed that was committed to before betting opened, a chain that
// leaves no choice of the next seed, and a stream of numbers that follows from a seed and a message.
//
// The parts are published as follows. Before a round its commitment is shown, SHA-256("commit:" ‖ seed), with the head of the chain. After
// it the seed is shown, whose SHA-256 is the seed of the round before. Numbers follow from the seed and a message that the operator did not
// know when it committed: for a draw it holds the randomness of a public beacon, for a turn of the prize wheel the words of the member.
//
// Seeds come from the operating system's generator (S-51), numbers are unbiased (S-52), and nothing but seed and message has an influence
// on them (S-53): neither stakes nor players nor earlier results, so the chances are always the same (S-54). The package does no I/O.
// testdata/vectors.json is the truth for this package and for its twin in web/src/shared/fairness.
package fairness
