import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useAtom, useSetAtom } from "jotai";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useCatalog } from "#features/game/catalog.ts";
import { GameGrid } from "#features/game/game-grid.tsx";
import { betLock } from "#features/game/lock.ts";
import { useStudioNames } from "#features/game/studio-names.ts";
import { loginOpenAtom, returnPathAtom } from "#features/session/atoms.ts";
import { useMember } from "#features/session/session.ts";
import { legId, slipAtom, withToggled } from "#features/slip/slip.ts";
import { SlipBelow, SlipBeside } from "#features/slip/slip-view.tsx";
import classes from "#features/sports/esport.module.css";
import { EsportPage } from "#features/sports/esport-page.tsx";
import { MatchPage } from "#features/sports/match-page.tsx";
import { SportsPage } from "#features/sports/sports-page.tsx";
import { paths } from "#shared/paths.ts";
import type { Selection } from "#shared/sports/selection.ts";
import { Icon } from "#shared/ui/icon.tsx";
import { useLayout } from "#shared/ui/layout.ts";
import { useMedia } from "#shared/ui/use-media.ts";
import { usePlay } from "../play.ts";

const sportsRoute = getRouteApi(`/shell/open${paths.sports}`);
const matchRoute = getRouteApi(`/shell/open${paths.sportsMatch}`);

/** The slip of the sportsbook's pages, where it stands, and what is on it. */
function useBook() {
  const { t } = useTranslation("sports");
  const member = useMember();
  const wide = useMedia("(min-width: 1100px)");
  const beside = useLayout() === "desktop" && wide;
  const openLogin = useSetAtom(loginOpenAtom);
  const comeBack = useSetAtom(returnPathAtom);
  const router = useRouter();
  const [slip, setSlip] = useAtom(slipAtom);
  const chosen = useMemo(() => new Set(slip.legs.map(legId)), [slip.legs]);
  const owner = {
    member: member !== null,
    lock: betLock(member),
    onLogin: () => {
      comeBack(router.state.location.href);
      openLogin("afterSignin");
    },
    all: (
      <Link to={paths.bets} search={{ gameType: "sports" }}>
        {t("open.all")}
      </Link>
    ),
  };
  return {
    chosen,
    onChoose: useCallback((selection: Selection) => setSlip(withToggled(selection)), [setSlip]),
    slip: beside ? <SlipBeside {...owner} /> : null,
    below: beside ? null : <SlipBelow {...owner} />,
  };
}

export function SportsRoute() {
  const navigate = sportsRoute.useNavigate();
  const { below, ...book } = useBook();
  return (
    <>
      <SportsPage
        {...book}
        search={sportsRoute.useSearch()}
        // Each letter is not a step back.
        onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
        onOpen={useCallback(
          (eventIdx: number) => void navigate({ to: paths.sportsMatch, params: { eventIdx: String(eventIdx) } }),
          [navigate],
        )}
      />
      {below}
    </>
  );
}

export function MatchRoute() {
  const { t } = useTranslation("sports");
  const { below, ...book } = useBook();
  const { eventIdx } = matchRoute.useParams();
  return (
    <>
      <MatchPage
        {...book}
        key={eventIdx}
        eventIdx={Number(eventIdx)}
        back={
          <>
            <Icon name="back" size={16} />
            <Link to={paths.sports}>{t("match.back")}</Link>
          </>
        }
      />
      {below}
    </>
  );
}

/** Our own book's matches first; games of other providers below, where the site has some. */
export function EsportRoute() {
  const { t } = useTranslation(["sports", "game"]);
  const lock = betLock(useMember());
  const { games } = useCatalog("esport");
  const grid = { studioOf: useStudioNames("esport"), locked: lock !== null, onPlay: usePlay() };
  return (
    <EsportPage
      start={
        <Link to={paths.sports} search={{ sport: "esport" }} className={classes.start}>
          {t("esport.start")}
        </Link>
      }
      more={
        <>
          <Link to={paths.bettingGuide}>{t("document.betting", { ns: "common" })}</Link>
          <Link to={paths.houseRules}>{t("document.rules", { ns: "common" })}</Link>
        </>
      }
    >
      {games.length > 0 && (
        <section>
          <h2>{t("game:all")}</h2>
          <GameGrid games={games} {...grid} />
        </section>
      )}
    </EsportPage>
  );
}
