import { useFormat } from "../i18n/format.tsx";
import classes from "./money.module.css";

interface MoneyProps {
  /** Minor units of the site's currency. */
  amount: number;
  /** Colours and signs a result. Plain amounts have no colour. */
  tone?: "win" | "loss" | undefined;
  /** Points have thousands separators and no currency. */
  unit?: "cash" | "points";
  size?: "sm" | "md" | "lg" | "xl";
}

/** An amount: tabular figures, currency after the language's habit, never wrapped, never cut off. */
export function Money({ amount, tone, unit = "cash", size }: MoneyProps) {
  const format = useFormat();
  const shown = tone === "loss" ? -Math.abs(amount) : amount;
  return (
    <span className={`${classes.money} ${tone ? classes[tone] : ""} ${size ? classes[size] : ""}`}>
      {tone === "win" && "+"}
      {unit === "cash" ? format.money(shown) : `${format.number(shown)} P`}
    </span>
  );
}
