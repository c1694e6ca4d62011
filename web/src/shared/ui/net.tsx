import { Money } from "./money.tsx";

/** A result amount with its sign; zero has neither sign nor colour. */
export function Net({ amount }: { amount: number }) {
  if (amount === 0) return <Money amount={0} />;
  return <Money amount={amount} tone={amount > 0 ? "win" : "loss"} />;
}
