import { useTranslation } from "react-i18next";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./protection.module.css";
import { type Limit, useCancelLimit, useConfirmLimit } from "./protection.ts";
import { confirmable, type Days, type Kind, usedPercent } from "./rules.ts";
import { useAmount } from "./use-amount.ts";

interface LimitRowProps {
  kind: Kind;
  days: Days;
  limit: Limit | undefined;
  inBreak: boolean;
  now: number;
  onEdit(): void;
}

/** One window of a limit: the amount, what is used, and a loosening that waits for its confirmation. */
export function LimitRow({ kind, days, limit, inBreak, now, onEdit }: LimitRowProps) {
  const { t } = useTranslation("protection");
  const amount = useAmount();
  const window = t(`window.${days}`);
  const name = `${t(`kind.${kind}`)}, ${window}`;
  return (
    <li className={classes.row}>
      <div className={classes.line}>
        <span className={classes.window}>{window}</span>
        {limit ? (
          <strong className={classes.amount}>{amount(kind, limit.amount)}</strong>
        ) : (
          <span className={classes.none}>{t("limits.none")}</span>
        )}
        <Button
          size="sm"
          variant="quiet"
          aria-haspopup="dialog"
          aria-label={`${limit ? t("limits.change") : t("limits.set")}: ${name}`}
          onClick={onEdit}
        >
          {limit ? t("limits.change") : t("limits.set")}
        </Button>
      </div>
      {limit && (
        <div className={classes.used}>
          <progress max={100} value={usedPercent(limit)} aria-label={name} data-full={limit.used >= limit.amount} />
          <span>{t("limits.used", { used: amount(kind, Math.max(0, limit.used)) })}</span>
        </div>
      )}
      {limit?.pending && <Pending kind={kind} days={days} limit={limit} inBreak={inBreak} now={now} />}
    </li>
  );
}

function Pending({ kind, days, limit, inBreak, now }: Omit<LimitRowProps, "onEdit" | "limit"> & { limit: Limit }) {
  const { t } = useTranslation("protection");
  const format = useFormat();
  const amount = useAmount();
  const faultText = useFaultText();
  const toast = useToast();
  const confirm = useConfirmLimit();
  const cancel = useCancelLimit();
  if (!limit.pending) return null;
  const { from, until } = limit.pending;
  const to = limit.pending.amount === null ? t("limits.none") : amount(kind, limit.pending.amount);
  const fault = confirm.error ?? cancel.error;
  const ready = confirmable(limit, now);
  return (
    <div className={classes.pending}>
      <p>
        {ready
          ? t("pending.ready", { amount: to, until: format.dateTime(until) })
          : t("pending.waits", { amount: to, from: format.dateTime(from) })}
      </p>
      {fault && <p role="alert">{faultText(fault)}</p>}
      <div className={classes.buttons}>
        <Button
          size="sm"
          busy={cancel.isPending}
          onClick={() =>
            cancel.mutate({ kind, days }, { onSuccess: () => toast({ tone: "done", text: t("pending.cancelled") }) })
          }
        >
          {t("pending.cancel")}
        </Button>
        {ready && !inBreak && (
          <Button
            size="sm"
            variant="quiet"
            busy={confirm.isPending}
            onClick={() =>
              confirm.mutate({ kind, days }, { onSuccess: () => toast({ tone: "done", text: t("pending.confirmed") }) })
            }
          >
            {t("pending.confirm")}
          </Button>
        )}
      </div>
    </div>
  );
}
