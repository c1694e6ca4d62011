import type { CatalogGame } from "./catalog.ts";
import type { GameDown } from "./events.ts";

/**
 * The part of the game's browser window that the holder uses. The window may be on the provider's origin, where nothing else
 * can be read.
 */
export interface GameTab {
  readonly closed: boolean;
  focus(): void;
  close(): void;
  /** Sends the window on; null: back to the page that waits for an address. */
  go(address: string | null): void;
}

/** The one game of this page. */
export interface HeldGame {
  game: CatalogGame;
  /** opening: the window waits for the game's address. */
  phase: "opening" | "open";
}

/** The news to show to the member. closed: the member closed the window. */
export type GameNews =
  | { kind: "blocked"; game: CatalogGame }
  | { kind: "failed"; game: CatalogGame; error: unknown }
  | { kind: "ended"; game: CatalogGame; cause: GameDown["cause"] | "closed" };

interface Outside {
  /** Opens the waiting window. Only a member's press may do it, in the same turn; null when the browser refused. */
  open(game: CatalogGame): GameTab | null;
  /** Asks for a game's address; take: cash that goes along. */
  launch(game: CatalogGame, take: number): Promise<string>;
  /** Tells the api that the session's game is over. */
  close(): Promise<unknown>;
  /** The game is in its window. */
  opened(game: CatalogGame): void;
  told(news: GameNews): void;
}

/** How often the window is looked at (product.txt, section 9). */
export const CHECK_MS = 10_000;

/**
 * Holds the window of the member's game, whatever page is shown meanwhile: one game at a time, noticed when its window was
 * closed, closed when the server says so.
 */
export class GameHolder {
  private readonly outside: Outside;
  private held: HeldGame | null = null;
  private tab: GameTab | null = null;
  /** Increases with each press and each end, so that the answer to an earlier press is recognised and dropped. */
  private turn = 0;
  /** Launches and closes reach the api in their order, else a late close would end the game after it. */
  private queue: Promise<unknown> = Promise.resolve();
  private timer: ReturnType<typeof setInterval> | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(outside: Outside) {
    this.outside = outside;
  }

  /** The game held now; the same object until something changes. */
  readonly current = (): HeldGame | null => this.held;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Reports whether a game is the one that is open, its window still there. */
  has(game: CatalogGame): boolean {
    this.check();
    return this.held?.game.procId === game.procId && this.held.game.code === game.code;
  }

  /**
   * A press on a game: opens it, comes back to it, or puts it in place of the one that is open. take: cash that goes along to a
   * game with a wallet of its own.
   */
  play(game: CatalogGame, take = 0): void {
    if (this.has(game)) {
      this.focus();
      return;
    }
    if (this.tab) {
      this.tab.go(null);
      this.tab.focus();
    } else {
      this.tab = this.outside.open(game);
    }
    const tab = this.tab;
    if (!tab || tab.closed) {
      this.tab = null;
      this.outside.told({ kind: "blocked", game });
      return;
    }
    const turn = ++this.turn;
    this.set({ game, phase: "opening" });
    this.enqueue(() => this.launch(turn, game, take, tab));
  }

  focus(): void {
    this.tab?.focus();
  }

  /** The member is done with the game. */
  leave(): void {
    this.tab?.close();
    this.end("closed");
  }

  /** The game must not go on (TK999, a lock, the session's end). */
  down(cause: GameDown["cause"]): void {
    this.tab?.close();
    this.end(cause);
  }

  /** Looks whether the window is still there. */
  readonly check = (): void => {
    if (this.tab?.closed) this.end("closed");
  };

  private async launch(turn: number, game: CatalogGame, take: number, tab: GameTab): Promise<void> {
    if (turn !== this.turn) return;
    try {
      const address = await this.outside.launch(game, take);
      if (turn !== this.turn) return;
      if (tab.closed) {
        this.end("closed");
        return;
      }
      tab.go(address);
      this.set({ game, phase: "open" });
      this.outside.opened(game);
    } catch (error) {
      if (turn !== this.turn) return;
      tab.close();
      this.drop();
      this.outside.told({ kind: "failed", game, error });
    }
  }

  private end(cause: GameDown["cause"] | "closed"): void {
    const game = this.held?.game;
    if (!game) return;
    this.drop();
    // With its session gone the game is over on the server already. After TK999 a vendor may still keep money of it.
    if (cause !== "session") this.enqueue(() => this.outside.close());
    this.outside.told({ kind: "ended", game, cause });
  }

  private drop(): void {
    this.turn++;
    this.tab = null;
    this.set(null);
  }

  private enqueue(step: () => Promise<unknown>): void {
    // A close that fails is made good by the server: the game's token runs out.
    this.queue = this.queue.then(step).catch(() => undefined);
  }

  private set(held: HeldGame | null): void {
    this.held = held;
    if (held && this.timer === undefined) this.timer = setInterval(this.check, CHECK_MS);
    if (!held) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    for (const listener of this.listeners) listener();
  }
}
