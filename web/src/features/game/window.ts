import { paths } from "#shared/paths.ts";
import { deviceLayout } from "#shared/ui/layout.ts";
import type { CatalogGame } from "./catalog.ts";
import type { GameTab } from "./holder.ts";

type Shown = Pick<CatalogGame, "groupCode" | "code">;

/** Width and height of game windows of the desktop (product.txt, section 9). */
function sizeOf({ groupCode, code }: Shown): [number, number] {
  if (groupCode !== "minigame") return [1500, 800];
  if (code.startsWith("coin")) return [1170, 920];
  return [1140, code === "pbg" ? 880 : 855];
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
  const [wide, high] = sizeOf(game);
  const width = Math.min(wide, screen.availWidth);
  const height = Math.min(high, screen.availHeight);
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
