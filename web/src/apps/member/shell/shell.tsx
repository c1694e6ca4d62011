import { Outlet } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useAwaitsMember, useMember } from "#features/session/session.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { Footer } from "./footer.tsx";
import { GameMoney } from "./game-money.tsx";
import { Header } from "./header.tsx";
import { OpenGame } from "./open-game.tsx";
import { Rail, RailPlace } from "./rail.tsx";
import classes from "./shell.module.css";
import { Ticker } from "./ticker.tsx";

/** The default layout: header and ticker above, the member's own menu at the left, the page, the foot. */
export function Shell() {
  const { t } = useTranslation();
  const member = useMember();
  const awaited = useAwaitsMember();
  return (
    <div className={classes.shell} data-member={awaited || member !== null}>
      <a href="#content" className={classes.skip}>
        {t("skip")}
      </a>
      <Header />
      <Ticker />
      <div className={classes.middle}>
        {member && <Rail member={member} />}
        {awaited && <RailPlace />}
        <main id="content" className={classes.content} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Footer />
      {member && (
        <div className={classes.money}>
          <GameMoney />
        </div>
      )}
      {member && <OpenGame />}
      {member && <BottomBar />}
    </div>
  );
}
