import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { DetailsCompared } from "#shared/staff/details-compared.tsx";
import { useShown } from "#shared/staff/personal.ts";
import classes from "#shared/staff/request-card.module.css";
import { ShowPersonal } from "#shared/staff/show-personal.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { deviceName } from "#shared/user-agent.ts";
import { type Change, kindOf } from "./details.ts";

interface ChangeCardProps {
  change: Change;
  onApprove(): void;
  onRefuse(): void;
}

/** The masked values of a change, by the names of what is shown. */
const personal = [
  ["name", "memName"],
  ["phone", "phone"],
  ["accountNo", "accountNo"],
  ["accountHolder", "accountHolder"],
] as const;

type Field = (typeof personal)[number][0];

function fieldsOf({ after }: Change): Field[] {
  return personal.filter(([, key]) => after[key] !== "").map(([field]) => field);
}

function clear(values: Change["after"], of: (field: Field, masked: string) => string): Change["after"] {
  return { ...values, ...Object.fromEntries(personal.map(([field, key]) => [key, of(field, values[key])])) };
}

const RECENT_MS = 7 * 24 * 60 * 60 * 1000;

/** A change that waits: old and new values, and what shows whether the right person asks. */
export function ChangeCard({ change, onApprove, onRefuse }: ChangeCardProps) {
  const { t } = useTranslation(["details", "admin"]);
  const format = useFormat();
  const heading = useId();
  const { of, before: had } = useShown("details", change.idx);
  const before = clear(change.before, had);
  const after = clear(change.after, of);
  const { browser, system } = deviceName(change.userAgent);
  const device = [browser, system].filter(Boolean).join(" · ");
  const last = [change.lastLoginAt && format.dateTime(change.lastLoginAt), change.lastLoginIp].filter(Boolean);
  const recent = (at: string | null) =>
    at !== null && Date.parse(change.askedAt) - Date.parse(at) < RECENT_MS ? t("warn.recent") : undefined;
  const moment = (name: string, at: string | null) => ({
    name,
    value: at === null ? "–" : format.dateTime(at),
    warn: recent(at),
  });
  return (
    <article className={classes.card} aria-labelledby={heading}>
      <header className={classes.head}>
        <h2 id={heading}>
          {t(`kind.${kindOf(change)}`)} <span className={classes.who}>{change.memId}</span>
        </h2>
        <span className={classes.dim}>{change.memNick}</span>
      </header>
      <div className={classes.pills}>
        <StatusPill tone={change.ipKnown ? "calm" : "bad"}>{t(change.ipKnown ? "ip.known" : "ip.new")}</StatusPill>
      </div>
      <DetailsCompared before={before} after={after} />
      <Facts
        facts={[
          {
            name: t("admin:personal.data"),
            value: (
              <ShowPersonal subject="details" id={String(change.idx)} fields={fieldsOf(change)} purpose="identity" />
            ),
          },
          moment(t("changed"), change.changedAt),
          moment(t("reset"), change.resetAt),
          ...(change.heldUntil ? [{ name: t("held"), value: format.dateTime(change.heldUntil) }] : []),
          {
            name: t("openOut"),
            value: format.money(change.openOut),
            warn: change.openOut > 0 ? t("openOutText") : undefined,
          },
          { name: t("others"), value: format.number(change.others) },
          { name: t("admin:column.requested"), value: format.dateTime(change.askedAt) },
          { name: t("admin:reset.until"), value: format.dateTime(change.expiresAt) },
          { name: t("admin:reset.from"), value: [change.ip, device].filter(Boolean).join(" · ") || "–" },
          { name: t("admin:column.lastLogin"), value: last.join(" · ") || "–" },
          { name: t("admin:column.joined"), value: format.dateTime(change.joinedAt) },
        ]}
      />
      <div className={classes.buttons}>
        <Button variant="quiet" aria-haspopup="dialog" onClick={onRefuse}>
          {t("refuse")}
        </Button>
        <Button aria-haspopup="dialog" onClick={onApprove}>
          {t("approve")}
        </Button>
      </div>
    </article>
  );
}
