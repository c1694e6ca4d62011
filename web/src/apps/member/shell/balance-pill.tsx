import { useAtomValue } from "jotai";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBalance } from "#features/wallet/balance.ts";
import type { Member } from "#shared/api/types.ts";
import { lazyPart } from "#shared/lazy.ts";
import { connectionAtom } from "#shared/realtime/state.ts";
import { ConnectionLamp } from "#shared/ui/connection-strip.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { LiveMoney } from "#shared/ui/live-money.tsx";
import { Rise } from "#shared/ui/rise.tsx";
import classes from "./balance-pill.module.css";

const BalanceSheet = lazyPart(async () => (await import("./balance-sheet.tsx")).BalanceSheet);

/** The member's cash, always in sight. A gain flies to it; a press opens the day's money. */
export function BalancePill({ member, points = false }: { member: Member; points?: boolean }) {
  const { t } = useTranslation();
  const balance = useBalance();
  const connection = useAtomValue(connectionAtom);
  const [open, setOpen] = useState(false);
  const cash = balance?.cashAmt ?? member.cashAmt;
  return (
    <>
      <button
        type="button"
        className={classes.pill}
        data-stale={connection === "offline"}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <span className={classes.cash}>
          <ConnectionLamp />
          <LiveMoney label={t("money.cash")} amount={cash} />
          <Icon name="chevron" size={16} />
        </span>
        {points && (
          <span className={classes.points}>
            <LiveMoney
              label={t("money.points")}
              amount={balance?.pointAmt ?? member.pointAmt}
              unit="points"
              size="sm"
            />
          </span>
        )}
        <span className="visually-hidden">{t("balance.open")}</span>
        <Rise amount={cash} />
      </button>
      {open && (
        <Suspense>
          <BalanceSheet member={member} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
