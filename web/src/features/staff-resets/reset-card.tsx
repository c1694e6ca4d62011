import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { receiptNumber } from "#shared/receipt/number.ts";
import { useShown } from "#shared/staff/personal.ts";
import classes from "#shared/staff/request-card.module.css";
import { ShowPersonal } from "#shared/staff/show-personal.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { deviceName } from "#shared/user-agent.ts";
import { type Reset, secretOf } from "./resets.ts";

interface ResetCardProps {
  request: Reset;
  onConfirm(): void;
  onRefuse(): void;
}

/** A request that waits: who asked, how it was shown, and what shows whether the right person asks. */
export function ResetCard({ request, onConfirm, onRefuse }: ResetCardProps) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const heading = useId();
  const { of } = useShown("reset", request.idx);
  const { browser, system } = deviceName(request.userAgent);
  const device = [browser, system].filter(Boolean).join(" · ");
  const last = [request.lastLoginAt && format.dateTime(request.lastLoginAt), request.lastLoginIp].filter(Boolean);
  return (
    <article className={classes.card} aria-labelledby={heading}>
      <header className={classes.head}>
        <h2 id={heading}>
          {t(`reset.secret.${secretOf(request)}`)} <span className={classes.who}>{request.memId}</span>
        </h2>
        <span className={classes.dim}>{receiptNumber("R", request.idx)}</span>
      </header>
      <div className={classes.pills}>
        <StatusPill tone={request.bySecret ? "good" : "busy"}>
          {t(request.bySecret ? `reset.by.${secretOf(request)}` : "reset.by.facts")}
        </StatusPill>
        <StatusPill tone={request.ipKnown ? "calm" : "bad"}>
          {t(request.ipKnown ? "reset.ip.known" : "reset.ip.new")}
        </StatusPill>
      </div>
      <Facts
        facts={[
          { name: t("column.name"), value: [of("name", request.memName), request.memNick].filter(Boolean).join(" · ") },
          { name: t("column.phone"), value: of("phone", request.phone) },
          { name: t("column.account"), value: of("accountNo", request.accountNo) },
          {
            name: t("personal.data"),
            value: (
              <ShowPersonal
                subject="reset"
                id={String(request.idx)}
                fields={["name", "phone", "accountNo"]}
                purpose="identity"
              />
            ),
          },
          { name: t("column.requested"), value: format.dateTime(request.askedAt) },
          { name: t("reset.until"), value: format.dateTime(request.expiresAt) },
          { name: t("reset.from"), value: [request.ip, device].filter(Boolean).join(" · ") || "–" },
          { name: t("column.lastLogin"), value: last.join(" · ") || "–" },
          { name: t("column.joined"), value: format.dateTime(request.joinedAt) },
        ]}
      />
      <div className={classes.buttons}>
        <Button variant="quiet" aria-haspopup="dialog" onClick={onRefuse}>
          {t("reset.refuse")}
        </Button>
        <Button aria-haspopup="dialog" onClick={onConfirm}>
          {t("reset.confirm")}
        </Button>
      </div>
    </article>
  );
}
