import { getRouteApi, Link } from "@tanstack/react-router";
import { useAtom, useSetAtom } from "jotai";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { betLock } from "#features/game/lock.ts";
import { loginOpenAtom } from "#features/session/atoms.ts";
import { useMember } from "#features/session/session.ts";
import { legId, slipAtom, withToggled } from "#features/slip/slip.ts";
import { SlipBelow, SlipBeside } from "#features/slip/slip-view.tsx";
import { MatchPage } from "#features/sports/match-page.tsx";
import { SportsPage } from "#features/sports/sports-page.tsx";
import { paths } from "#shared/paths.ts";
import type { Selection } from "#shared/sports/selection.ts";
import { Icon } from "#shared/ui/icon.tsx";
import { useLayout } from "#shared/ui/layout.ts";
import { useMedia } from "#shared/ui/use-media.ts";

const sportsRoute = getRouteApi(`/shell/open${paths.sports}`);
const matchRoute = getRouteApi(`/shell/open${paths.sportsMatch}`);

/** The slip of the sportsbook's pages, where it stands, and what is on it. */
function useBook() {
  const { t } = useTranslation("sports");
  const member = useMember();
  const wide = useMedia("(min-width: 1100px)");
  const beside = useLayout() === "desktop" && wide;
  const openLogin = useSetAtom(loginOpenAtom);
  const [slip, setSlip] = useAtom(slipAtom);
  const chosen = useMemo(() => new Set(slip.legs.map(legId)), [slip.legs]);
  const owner = {
    member: member !== null,
    lock: betLock(member),
    onLogin: () => openLogin("afterSignin"),
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
