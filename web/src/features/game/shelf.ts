import { atom } from "jotai";
import type { CatalogGame } from "./catalog.ts";

/** The key under which this device remembers a game: studio and code, nothing about the member. */
type GameId = string;

const MOST_RECENT = 12;
const MOST_FAVOURITES = 200;
const MOST_KNOWN = 40;

export function gameId({ procId, code }: Pick<CatalogGame, "procId" | "code">): GameId {
  return `${procId}:${code}`;
}

function read(key: string): GameId[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

function keptList(key: string) {
  const list = atom(read(key));
  return atom(
    (get) => get(list),
    (_, set, change: (ids: GameId[]) => GameId[]) => {
      // Read again: another tab may have changed it since.
      const next = change(read(key));
      set(list, next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage may be full or forbidden; the list then lasts as long as the page.
      }
    },
  );
}

/** Starred games, the latest star first. */
export const favouritesAtom = keptList("games-favourite");
/** Opened games, the last one first. */
export const recentsAtom = keptList("games-recent");

/** The games of both lists as they were last seen, so that the main page can show them without asking every studio. */
export const knownGamesAtom = (() => {
  const KEY = "games-known";
  const readGames = (): CatalogGame[] => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
      return Array.isArray(stored) ? stored.filter(isGame) : [];
    } catch {
      return [];
    }
  };
  const list = atom(readGames());
  return atom(
    (get) => get(list),
    (_, set, game: CatalogGame) => {
      const next = [game, ...readGames().filter((other) => gameId(other) !== gameId(game))].slice(0, MOST_KNOWN);
      set(list, next);
      try {
        localStorage.setItem(KEY, JSON.stringify(next));
      } catch {
        // Then the main page shows what is played until it is left.
      }
    },
  );
})();

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
