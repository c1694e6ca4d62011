import { atom } from "jotai";

/**
 * The game-down event: a game window that is open must close. TK999: the game's token ended. lock: the member's betting was
 * locked or is not permitted (D-34). session: the session ended. `at` makes each one a new value.
 */
export interface GameDown {
  cause: "TK999" | "lock" | "session";
  at: number;
}

/** Set by the app layer when the hub reports it; read by the holder of the game's window. */
export const gameDownAtom = atom<GameDown | null>(null);
