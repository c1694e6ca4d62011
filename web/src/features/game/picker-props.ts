import type { CatalogGame } from "./catalog.ts";

/** The properties that the page passes to every part of the picker. */
export interface PickerProps {
  groupCode: string;
  /** The code of the reason why the member may not bet now; null when betting is open. */
  lock: string | null;
  onPlay(game: CatalogGame): void;
}
