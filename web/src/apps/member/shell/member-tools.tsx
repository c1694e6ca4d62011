import { useAtomValue } from "jotai";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { InGame } from "#features/game/in-game.tsx";
import { useBalance } from "#features/wallet/balance.ts";
import type { Member } from "#shared/api/types.ts";
import { connectionAtom } from "#shared/realtime/state.ts";
import { ConnectionLamp } from "#shared/ui/connection-strip.tsx";
import { LevelIcon } from "#shared/ui/level-icon.tsx";
import { LiveMoney } from "#shared/ui/live-money.tsx";
import classes from "./header.module.css";
import { MemberPanel } from "./member-panel.tsx";

/** Cash and points, always; a press opens the right panel. */
export function MemberTools({ member }: { member: Member }) {
  const { t } = useTranslation();
  const balance = useBalance();
  const connection = useAtomValue(connectionAtom);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={classes.member}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <span className={classes.avatar} data-initial={[...member.memNick][0]}>
          <span className={classes.rank}>
            <LevelIcon level={member.memLevel} />
          </span>
        </span>{" "}
        <span className={classes.nick}>{member.memNick}</span>{" "}
        <span className="visually-hidden">{t("panel.open", { nick: member.memNick })}</span>
      </button>
      <div className={classes.amounts} data-stale={connection === "offline"}>
        <span className={classes.cash}>
          <ConnectionLamp />
          <LiveMoney label={t("money.cash")} amount={balance?.cashAmt ?? member.cashAmt} />
        </span>
        <span className={classes.points}>
          <InGame />
          <LiveMoney label={t("money.points")} amount={balance?.pointAmt ?? member.pointAmt} unit="points" size="sm" />
        </span>
      </div>
      {open && <MemberPanel member={member} onClose={() => setOpen(false)} />}
    </>
  );
}
