import { atom } from "jotai";
import type { CatalogGame } from "./catalog.ts";
import type { GameNews } from "./holder.ts";

/** The last thing that must be said about the game's window; null once it was said. Written by the app layer. */
export const gameNewsAtom = atom<GameNews | null>(null);

/** The game with a wallet of its own that waits to be told how much to take along. */
export const takeAlongAtom = atom<CatalogGame | null>(null);
