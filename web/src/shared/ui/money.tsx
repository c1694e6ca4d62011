import { useFormat } from "../i18n/format.tsx";
import classes from "./money.module.css";

interface MoneyProps {
  /** Minor units of the site's currency. */
  amount: number;
  /** Colours and signs a result. Plain amounts have no colour. */
  tone?: "win" | "loss";
  /** Points have thousands separators and no currency. */
  unit?: "cash" | "points";
  size?: "sm" | "md" | "lg" | "xl";
}

/** An amount: tabular figures, currency after the language's habit, never wrapped, never cut off. */
export function Money({ amount, tone, unit = "cash", size }: MoneyProps) {
  const format = useFormat();
  const text = unit === "cash" ? format.money(Math.abs(amount)) : `${format.number(Math.abs(amount))} P`;
  const sign = tone === "win" ? "+" : tone === "loss" || amount < 0 ? "−" : "";
  return (
    <span className={`${classes.money} ${tone ? classes[tone] : ""} ${size ? classes[size] : ""}`}>
      {sign}
      {text}
    </span>
  );
}
