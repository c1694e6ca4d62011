import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { drawGames } from "#shared/minigame/games.ts";
import { ResultLine } from "#shared/minigame/result-line.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { Page } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useNow } from "#shared/use-now.ts";
import { gamePath } from "./addresses.ts";
import { gamesQuery, type MinigameGame, useServerNow } from "./games.ts";
import { useLiveGames } from "./live.ts";
import { outcomeOf } from "./phase.ts";
import classes from "./picker.module.css";
import { TileArt } from "./tile-art.tsx";
import { useDrawWords } from "./words.ts";

const SECOND_MS = 1_000;

/** All scheduled draws of the house: when the next one is and what the last one was. */
export function MinigamesPage() {
  const { t } = useTranslation("minigame");
  useLiveGames(drawGames);
  const query = useQuery(gamesQuery);
  return (
    <Page title={t("picker.title")} lead={t("picker.lead")}>
      <QueryView
        query={query}
        skeleton={
          <div className={classes.grid}>
            {drawGames.map((code) => (
              <Skeleton key={code} height="18rem" radius="var(--radius-l)" />
            ))}
          </div>
        }
      >
        {({ games }) => (
          <ul className={classes.grid}>
            {games.map((game) => (
              <li key={game.code}>
                <Tile game={game} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Page>
  );
}

function Tile({ game: { code, every, off, stands } }: { game: MinigameGame }) {
  const { t } = useTranslation("minigame");
  const { gameName } = useDrawWords();
  const outcome = outcomeOf(stands.last?.outcome ?? null);
  return (
    <NavLink to={gamePath(code)} className={classes.tile}>
      <TileArt game={code} />
      <strong>{gameName(code)}</strong>
      <span className={classes.every}>{t("picker.every", { count: every / 60 })}</span>
      <span className={classes.line}>
        <span>{off ? t("picker.off") : t("picker.next")}</span>
        {!off && <Countdown stands={stands} />}
      </span>
      <span className={classes.last}>
        <span>{t("picker.last")}</span>
        {outcome ? <ResultLine game={code} outcome={outcome} /> : t("picker.none")}
      </span>
    </NavLink>
  );
}

/** The time until the next draw. */
function Countdown({ stands: { rounds } }: Pick<MinigameGame, "stands">) {
  useNow(SECOND_MS);
  const now = useServerNow()();
  const next = rounds.find(({ drawsAt }) => Date.parse(drawsAt) > now);
  const left = next ? Math.ceil((Date.parse(next.drawsAt) - now) / SECOND_MS) : null;
  return (
    <time className={classes.time}>
      {left === null ? "–" : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`}
    </time>
  );
}
