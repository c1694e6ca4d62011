const verdicts = ["won", "half-won", "lost", "half-lost", "push", "void", "dead-heat"] as const;
export type Verdict = (typeof verdicts)[number];

/** Reads how a selection ended; of a dead heat `share` says how many share how many places ("1/2"). Nothing while it is not known. */
export function outcomeIn(text: string): { verdict: Verdict; share: string } | undefined {
  const [first = "", share = ""] = text.split(" ");
  const verdict = verdicts.find((one) => one === first);
  return verdict && { verdict, share };
}
