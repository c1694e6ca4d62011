import { atom } from "jotai";
import type { GameNews } from "./holder.ts";

/** The last thing that must be said about the game's window; null once it was said. Written by the app layer. */
export const gameNewsAtom = atom<GameNews | null>(null);
