import { Outlet } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import { useMember } from "#features/session/session.ts";
import { Footer } from "./footer.tsx";
import classes from "./frame.module.css";
import { GameMoney } from "./game-money.tsx";
import { OpenGame } from "./open-game.tsx";

interface FrameProps {
  /** Above the page, and at its left. */
  head: ReactNode;
  side?: ReactNode;
  /** Over the foot of the window. */
  bar?: ReactNode;
}

/** The frame of both shells: the way to the content, the page, the foot, and the member's money in games. */
export function Frame({ head, side, bar }: FrameProps) {
  const { t } = useTranslation();
  const member = useMember();
  // It stands below the window, so it is drawn after the page.
  const foot = useDeferredValue(true, false);
  return (
    <div className={classes.frame}>
      <a href="#content" className={classes.skip}>
        {t("skip")}
      </a>
      {head}
      <div className={classes.middle}>
        {side}
        <main id="content" className={classes.content} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {foot && <Footer />}
      {member && (
        <div className={classes.money}>
          <GameMoney />
        </div>
      )}
      {member && <OpenGame />}
      {bar}
    </div>
  );
}
