import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { type ChangeRow, ChangeRows } from "../change-rows.tsx";
import { percentText } from "../percent.ts";
import type { PromoChange, PromoValues } from "./change.ts";

/** The lines of a setting, by key, in the order of the page. */
type Lines = Map<string, { name: string; value: string }>;

/** A change of the promotions, value by value. A setting that is switched on is shown whole. */
export function PromoChanges({ change: { before, after } }: { change: Pick<PromoChange, "before" | "after"> }) {
  const linesOf = useLines();
  const [was, is] = [linesOf(before), linesOf(after)];
  const whole = !activeOf(before) && activeOf(after);
  const rows: ChangeRow[] = [];
  for (const key of new Set([...is.keys(), ...was.keys()])) {
    const [from, to] = [was.get(key)?.value ?? "–", is.get(key)?.value ?? "–"];
    if (whole || from !== to) rows.push({ key, name: is.get(key)?.name ?? was.get(key)?.name, was: from, is: to });
  }
  return <ChangeRows rows={rows} />;
}

function activeOf({ bonus, attendance, wheel }: PromoValues): boolean {
  return (bonus ?? attendance ?? wheel)?.active ?? false;
}

function useLines(): (values: PromoValues) => Lines {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const points = (amount: number) => `${format.number(amount)} P`;
  return ({ bonus, attendance, wheel }) => {
    const lines: Lines = new Map();
    const active = (bonus ?? attendance ?? wheel)?.active;
    lines.set("active", { name: t("promos.active"), value: active ? t("promos.on") : t("promos.off") });
    if (bonus) {
      const worth = bonus.unit === "cash" ? format.money : points;
      for (const [index, rate] of bonus.rates.entries()) {
        const level = t("level.name", { level: index + 1 });
        lines.set(`rate${index}`, { name: t("promos.rateOf", { level }), value: `${percentText(rate)} %` });
      }
      const unit = bonus.unit === "cash" ? t("promos.unit.cash") : t("promos.unit.point");
      lines.set("unit", { name: t("promos.unit"), value: unit });
      lines.set("cap", { name: t("bonus.cap"), value: worth(bonus.cap) });
      lines.set("min", { name: t("bonus.min"), value: format.money(bonus.minDeposit) });
      lines.set("turnover", { name: t("promos.turnover"), value: `${percentText(bonus.turnover)} %` });
    }
    if (attendance) {
      lines.set("points", { name: t("attendance.points"), value: points(attendance.points) });
      for (const { days, points: extra } of attendance.streaks) {
        lines.set(`streak${days}`, { name: t("promos.streakOf", { count: days }), value: points(extra) });
      }
    }
    for (const [index, prize] of (wheel?.prizes ?? []).entries()) {
      const { label, weight } = prize;
      lines.set(`prize${index}`, {
        name: t("promos.prizeOf", { place: index + 1 }),
        value: `${label} · ${points(prize.points)} · ${t("wheel.weight")} ${format.number(weight)}`,
      });
    }
    return lines;
  };
}
