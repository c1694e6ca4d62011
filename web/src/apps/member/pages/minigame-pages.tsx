import { Link, Navigate, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { betLock } from "#features/game/lock.ts";
import { codeOf } from "#features/minigame/addresses.ts";
import { GamePage } from "#features/minigame/game-page.tsx";
import { MinigamesPage } from "#features/minigame/picker-page.tsx";
import { useMember } from "#features/session/session.ts";
import { paths } from "#shared/paths.ts";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { BalancePill } from "../shell/balance-pill.tsx";
import classes from "./minigame-pages.module.css";

/**
 * The game that the address of this page names. The parameter is that of the page shown: the address itself may be that of the next
 * page already, while its code is on its way.
 */
function useGame(): string | undefined {
  const { game, gameCode } = useParams({ strict: false });
  return codeOf(game ?? gameCode ?? "");
}

/** The ways from a game's page; `all`: to the other games too. */
function Links({ code, no, all }: { code: string; no: number; all: boolean }) {
  const { t } = useTranslation(["minigame", "common"]);
  return (
    <>
      <NavLink to={`${paths.minigameFair}?game=${code}${no > 0 ? `&no=${no}` : ""}`}>{t("links.fair")}</NavLink>
      <NavLink to={`${paths.payTable}?game=${code}`}>{t("paytable.title")}</NavLink>
      <Link to={paths.gameGuide}>{t("common:document.games")}</Link>
      <Link to={paths.houseRules}>{t("common:document.rules")}</Link>
      <Link to={paths.bets} search={{ gameType: "minigame" }}>
        {t("common:nav.bets")}
      </Link>
      {all && <Link to="/member/minigame">{t("links.all")}</Link>}
    </>
  );
}

export const MinigamesRoute = () => <MinigamesPage />;

/** A name that no game has leads to all games. */
const ToAll = () => <Navigate to={paths.minigames} replace />;

export function MinigameRoute() {
  const code = useGame();
  const lock = betLock(useMember());
  if (!code) return <ToAll />;
  return <GamePage code={code} lock={lock} links={(no) => <Links code={code} no={no} all />} />;
}

/** A game in a window of its own: no menus, the balance on top. */
export function MinigameViewerRoute() {
  const code = useGame();
  const member = useMember();
  if (!code) return <ToAll />;
  return (
    <main className={classes.viewer}>
      {member && <BalancePill member={member} />}
      <GamePage code={code} lock={betLock(member)} links={(no) => <Links code={code} no={no} all={false} />} />
    </main>
  );
}
