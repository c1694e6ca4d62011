import { Money } from "#shared/ui/money.tsx";
import classes from "./report.module.css";

/** A result with its sign and colour; zero has neither. */
export function Net({ amount, size }: { amount: number; size?: "xl" }) {
  const shape = size ? { size } : {};
  if (amount === 0) return <Money amount={0} {...shape} />;
  return <Money amount={amount} tone={amount > 0 ? "win" : "loss"} {...shape} />;
}

/** An amount that moved, with its sign but without a colour, because a deposit is not a win. */
export function Moved({ amount, unit }: { amount: number; unit: string }) {
  return (
    <span className={classes.moved}>
      {amount > 0 && "+"}
      <Money amount={amount} unit={unit === "point" ? "points" : "cash"} />
    </span>
  );
}
