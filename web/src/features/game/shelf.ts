import { keptList } from "#shared/kept.ts";
import type { CatalogGame } from "./catalog.ts";

/** The key under which this device remembers a game: studio and code, nothing about the member. */
type GameId = string;

const MOST_RECENT = 12;
const MOST_FAVOURITES = 200;
const MOST_KNOWN = 40;

export function gameId({ procId, code }: Pick<CatalogGame, "procId" | "code">): GameId {
  return `${procId}:${code}`;
}

const isId = (value: unknown): value is GameId => typeof value === "string";

function isGame(value: unknown): value is CatalogGame {
  if (typeof value !== "object" || value === null) return false;
  const texts = ["procId", "groupCode", "code", "name_KOR", "name_ENG", "thumbnail"];
  const flags = ["isNew", "isHot", "ownWallet"];
  const entries = new Map(Object.entries(value));
  return (
    texts.every((name) => typeof entries.get(name) === "string") &&
    flags.every((name) => typeof entries.get(name) === "boolean")
  );
}

/** Starred games, the latest star first. */
export const favouritesAtom = keptList("games-favourite", isId);
/** Opened games, the last one first. */
export const recentsAtom = keptList("games-recent", isId);
/** The games of both lists as they were last seen, so that the main page can show them without asking every studio. */
export const knownGamesAtom = keptList("games-known", isGame);

export function withKnown(game: CatalogGame): (games: CatalogGame[]) => CatalogGame[] {
  return (games) => [game, ...games.filter((other) => gameId(other) !== gameId(game))].slice(0, MOST_KNOWN);
}

export function withRecent(id: GameId): (ids: GameId[]) => GameId[] {
  return (ids) => [id, ...ids.filter((other) => other !== id)].slice(0, MOST_RECENT);
}

export function withToggled(id: GameId): (ids: GameId[]) => GameId[] {
  return (ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [id, ...ids].slice(0, MOST_FAVOURITES));
}

/** Favourites, then what was played, then the rest as it came. */
export function shelved(games: CatalogGame[], favourites: GameId[], recents: GameId[]): CatalogGame[] {
  const mine = [...new Set([...favourites, ...recents])];
  const rank = (game: CatalogGame) => {
    const at = mine.indexOf(gameId(game));
    return at === -1 ? mine.length : at;
  };
  return games.toSorted((a, b) => rank(a) - rank(b));
}

/** Only what is a favourite or was played, in that order. */
export function ownGames(games: CatalogGame[], favourites: GameId[], recents: GameId[]): CatalogGame[] {
  const mine = new Set([...favourites, ...recents]);
  return shelved(
    games.filter((game) => mine.has(gameId(game))),
    favourites,
    recents,
  );
}
