import { paths } from "#shared/paths.ts";
import { deviceLayout } from "#shared/ui/layout.ts";
import type { CatalogGame } from "./catalog.ts";
import type { GameTab } from "./holder.ts";

interface Size {
  width: number;
  height: number;
}

/** Game windows of the desktop (product.txt, section 9). */
const SIZE: Size = { width: 1500, height: 800 };
const MINIGAME: Size = { width: 1140, height: 855 };
/** The minigames whose windows have a size of their own. */
const minigames: Record<string, Size> = {
  coin3: { width: 1170, height: 920 },
  coin5: { width: 1170, height: 920 },
  pbg: { width: 1140, height: 880 },
};

type Shown = Pick<CatalogGame, "groupCode" | "code">;

function sizeOf({ groupCode, code }: Shown): Size {
  return groupCode === "minigame" ? (minigames[code] ?? MINIGAME) : SIZE;
}
const NAME = "hubstake-game";

interface Desk {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The window's features: as large as the product says or the screen allows, in the middle of the page's own window. */
export function featuresOn(screen: Pick<Screen, "availWidth" | "availHeight">, page: Desk, game: Shown): string {
  const size = sizeOf(game);
  const width = Math.min(size.width, screen.availWidth);
  const height = Math.min(size.height, screen.availHeight);
  const left = Math.round(page.left + (page.width - width) / 2);
  const top = Math.max(0, Math.round(page.top + (page.height - height) / 2));
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

/** Opens the waiting window at once, in the turn of the member's press: later the browser would refuse. A phone gets a tab. */
export function openGameTab(game: Shown): GameTab | null {
  const waiting = new URL(paths.preload, location.href).href;
  const page: Desk = { left: screenX, top: screenY, width: outerWidth, height: outerHeight };
  const tab = window.open(waiting, NAME, deviceLayout() === "mobile" ? "" : featuresOn(screen, page, game));
  if (!tab) return null;
  return {
    get closed() {
      return tab.closed;
    },
    focus: () => tab.focus(),
    close: () => tab.close(),
    go: (address) => tab.location.replace(address ?? waiting),
  };
}
