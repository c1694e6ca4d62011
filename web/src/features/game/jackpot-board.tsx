import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { CatalogGame } from "./catalog.ts";
import { useGameName } from "./game-tile.tsx";
import classes from "./jackpot-board.module.css";
import type { JackpotGroup } from "./jackpots.ts";
import { gameId } from "./shelf.ts";
import { useCounted } from "./use-counted.ts";

type Level = JackpotGroup["levels"][number];

const groupNames = ["coins", "ways"] as const;
const levelNames = ["mini", "major", "grand"] as const;

interface JackpotBoardProps {
  /** Those that are known now; none when the providers are silent. */
  groups: readonly JackpotGroup[];
  onPlay(game: CatalogGame): void;
}

/**
 * The amounts of the studios' jackpots and their last winners. Figures are the provider's own, a few seconds old. When they stop
 * coming while the page is open, the place says so and keeps its height; a page that is opened then has no such block.
 */
export function JackpotBoard({ groups, onPlay }: JackpotBoardProps) {
  const { t } = useTranslation("game");
  const before = useRef(groups);
  if (groups.length > 0) before.current = groups;
  if (before.current.length === 0) return null;
  return (
    <section className={classes.board} aria-labelledby="jackpots">
      <header className={classes.head}>
        <h2 id="jackpots">{t("jackpot.title")}</h2>
        <StatusPill tone="info">{t("jackpot.note")}</StatusPill>
      </header>
      <p className={classes.how}>{t("jackpot.how")}</p>
      {groups.length === 0 && (
        <p className={classes.away} role="status">
          <Icon name="offline" />
          {t("jackpot.away")}
        </p>
      )}
      <div className={classes.groups} data-away={groups.length === 0 || undefined} inert={groups.length === 0}>
        {before.current.map((group) => (
          <Group key={group.code} group={group} onPlay={onPlay} />
        ))}
      </div>
    </section>
  );
}

function Group({ group, onPlay }: { group: JackpotGroup; onPlay(game: CatalogGame): void }) {
  const { t } = useTranslation("game");
  const nameOf = useGameName();
  const code = groupNames.find((name) => name === group.code) ?? "other";
  const title = t(`jackpot.group.${code}`);
  return (
    <article className={classes.group} aria-label={title}>
      <h3>{title}</h3>
      <ul className={classes.levels}>
        {group.levels.toReversed().map((level, place) => (
          <Pool key={level.level} level={level} first={place === 0} />
        ))}
      </ul>
      <ul className={classes.games} aria-label={t("jackpot.games")}>
        {group.games.map((game) => (
          <li key={gameId(game)}>
            <button type="button" className={classes.game} onClick={() => onPlay(game)}>
              <img src={game.thumbnail} alt="" width="400" height="300" loading="lazy" decoding="async" />
              <span>{nameOf(game)}</span>
            </button>
          </li>
        ))}
      </ul>
    </article>
  );
}

function Pool({ level, first }: { level: Level; first: boolean }) {
  const { t } = useTranslation("game");
  const format = useFormat();
  const shown = useCounted(level.amount);
  const name = levelNames.find((one) => one === level.level);
  const win = level.wins[0];
  return (
    <li className={classes.pool} data-first={first || undefined}>
      <span className={classes.level}>{name ? t(`jackpot.level.${name}`) : level.level}</span>
      <span className={classes.amount}>
        <Money amount={shown} />
      </span>
      {win ? (
        <span className={classes.last}>
          {t("jackpot.last")}: {win.memIdMasked} <Money amount={win.amount} tone="win" />{" "}
          <time dateTime={win.at}>{format.ago(win.at, Date.now())}</time>
        </span>
      ) : (
        <span className={classes.last}>{t("jackpot.none")}</span>
      )}
    </li>
  );
}
