import { Outlet } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMember } from "#features/session/session.ts";
import { ConnectionStrip } from "#shared/ui/connection-strip.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { Footer } from "./footer.tsx";
import { GameMoney } from "./game-money.tsx";
import { Header } from "./header.tsx";
import { MessageBanner } from "./message-banner.tsx";
import { OpenGame } from "./open-game.tsx";
import { Rail } from "./rail.tsx";
import classes from "./shell.module.css";
import { Ticker } from "./ticker.tsx";

/** The default layout: header and ticker above, the member's own menu at the left, the page, the foot. */
export function Shell() {
  const { t } = useTranslation();
  const member = useMember();
  return (
    <div className={classes.shell} data-member={member !== null}>
      <a href="#content" className={classes.skip}>
        {t("skip")}
      </a>
      <Header />
      <Ticker />
      {member && <ConnectionStrip />}
      {member && <MessageBanner />}
      {member && <GameMoney />}
      <div className={classes.middle}>
        {member && <Rail member={member} />}
        <main id="content" className={classes.content} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Footer />
      {member && <OpenGame />}
      {member && <BottomBar />}
    </div>
  );
}
