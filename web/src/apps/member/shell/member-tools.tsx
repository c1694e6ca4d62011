import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { InGame } from "#features/game/in-game.tsx";
import type { Member } from "#shared/api/types.ts";
import { lazyPart } from "#shared/lazy.ts";
import { LevelIcon } from "#shared/ui/level-icon.tsx";
import { BalancePill } from "./balance-pill.tsx";
import classes from "./header.module.css";

const MemberPanel = lazyPart(async () => (await import("./member-panel.tsx")).MemberPanel);

/** The balance, and who is here; a press on the member opens the right panel. */
export function MemberTools({ member }: { member: Member }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <InGame />
      <BalancePill member={member} points />
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
      {open && (
        <Suspense>
          <MemberPanel member={member} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
