import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import classes from "./offer.module.css";
import type { OfferedVendor } from "./offers.ts";

type Calls = OfferedVendor["calls"];
type Figures = NonNullable<Calls>["ours"];

/** From this time on the server knows only that a call took longer, in milliseconds. */
const LONGEST = 5000;

/** The mark of a provider whose calls fail now, in words. */
export function Failing({ calls }: { calls: Calls }) {
  const { t } = useTranslation("offer");
  if (!calls?.ours.failing && !calls?.theirs.failing) return null;
  const which = calls.ours.failing && calls.theirs.failing ? "both" : calls.ours.failing ? "ours" : "theirs";
  return <StatusPill tone="bad">{t(`failing.${which}`)}</StatusPill>;
}

/** The calls of one direction: their number, the times of half and of nearly all of them, and what went wrong. */
function Line({ name, of }: { name: string; of: Figures }) {
  const { t } = useTranslation("offer");
  const format = useFormat();
  const time = (ms: number) =>
    ms >= LONGEST
      ? t("calls.over", { seconds: format.number(LONGEST / 1000) })
      : t("calls.ms", { number: format.number(ms) });
  const parts = [
    of.count > 0 && t("calls.count", { count: of.count }),
    of.p95 > 0 && t("calls.times", { half: time(of.p50), most: time(of.p95) }),
    of.failed > 0 && t("calls.failed", { number: format.number(of.failed) }),
    of.rejected > 0 && t("calls.rejected", { number: format.number(of.rejected) }),
  ].filter(Boolean);
  return (
    <div className={of.failing ? classes.failing : undefined}>
      <dt>{name}</dt>
      <dd>{parts.length > 0 ? parts.join(" · ") : t("calls.none")}</dd>
    </div>
  );
}

/** How the calls between us and a provider went in the last hour. */
export function CallsCell({ calls }: { calls: Calls }) {
  const { t } = useTranslation("offer");
  if (calls === null) return t("calls.unknown");
  return (
    <dl className={classes.calls}>
      <Line name={t("calls.ours")} of={calls.ours} />
      <Line name={t("calls.theirs")} of={calls.theirs} />
    </dl>
  );
}
