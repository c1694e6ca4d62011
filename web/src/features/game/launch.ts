import { api, type Req, type Res } from "#shared/api/client.ts";
import { ApiError } from "#shared/api/error.ts";
import type { CatalogGame } from "./catalog.ts";

type LaunchRequest = Req<"/api/game/slot">;

/** Returns the body of a launch; empty parameters are dropped (product.txt, section 5). */
function launchRequest(game: CatalogGame, take: number, lang: string, phone: boolean): LaunchRequest {
  const all = {
    gameGroup: game.groupCode,
    vendorKey: game.procId,
    gameKey: game.code,
    isMobile: phone ? 1 : 0,
    lang,
    takeAmt: take === 0 ? "" : take,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
}

function ask(group: string, request: LaunchRequest): Promise<Res<"/api/game/slot">> {
  if (group === "slot") return api.call("/api/game/slot", request);
  if (group === "casino") return api.call("/api/game/casino", request);
  if (group === "minigame") {
    const { gameKey = "", isMobile = 0, lang = "" } = request;
    return api.call("/api/minigame/getGame", { gameCode: gameKey, isMobile, lang });
  }
  return api.call("/api/game/getGame/{name}", request, { path: { name: group } });
}

/**
 * A game's address under either of its names (D-42). take: cash that goes along to a game with a wallet of its own. G9999: the
 * answer has none that a window could go to.
 */
export async function gameAddress(game: CatalogGame, take: number, lang: string, phone: boolean): Promise<string> {
  const { gameUrl, gameurl } = await ask(game.groupCode, launchRequest(game, take, lang, phone));
  const given = gameUrl || gameurl;
  // The house's own games are pages of the site.
  const address = /^\/[^/]/.test(given) ? new URL(given, location.origin).href : given;
  if (!/^https?:\/\//i.test(address)) throw new ApiError("G9999");
  return address;
}

/** The page saw the game's window closed. */
export function closeGame(): Promise<unknown> {
  return api.call("/api/game/close", {});
}
