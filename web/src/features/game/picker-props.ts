import type { CatalogGame } from "./catalog.ts";

/** What every part of the picker is given by the page. */
export interface PickerProps {
  groupCode: string;
  /** The code that says why the member may not bet now. */
  lock: string | null;
  onPlay(game: CatalogGame): void;
}
