import type { QueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { gameNewsAtom } from "#features/game/atoms.ts";
import { gameDownAtom } from "#features/game/events.ts";
import { askGameMoney } from "#features/game/game-money.ts";
import { GameHolder } from "#features/game/holder.ts";
import { closeGame, gameAddress } from "#features/game/launch.ts";
import { gameId, knownGamesAtom, recentsAtom, withKnown, withRecent } from "#features/game/shelf.ts";
import { openGameTab } from "#features/game/window.ts";
import { balanceQuery } from "#features/wallet/balance.ts";
import { store } from "#shared/store.ts";
import { currentLayout } from "#shared/ui/layout.ts";

/** The page's game window, bound to the session, the balance and what the hub says. It outlives every route. */
export function newGames(client: QueryClient): GameHolder {
  /** As a mutation, so that a refusal that ends the session is heard like any other. */
  const call = <Answer>(mutationFn: () => Promise<Answer>): Promise<Answer> =>
    client.getMutationCache().build(client, { mutationFn }).execute(undefined);

  const games = new GameHolder({
    open: openGameTab,
    launch: (game, take) => call(() => gameAddress(game, take, i18next.language, currentLayout() === "mobile")),
    // The cash that was transferred into the game returns when the game ends.
    close: () => call(closeGame).finally(() => askGameMoney(client)),
    opened: (game) => {
      store.set(recentsAtom, withRecent(gameId(game)));
      store.set(knownGamesAtom, withKnown(game));
      askGameMoney(client);
    },
    told: (news) => {
      store.set(gameNewsAtom, news);
      if (news.kind === "failed") askGameMoney(client);
      if (news.kind !== "ended" || news.cause === "session") return;
      // The hub has told each bet; this is for when it was away meanwhile.
      client.fetchQuery({ ...balanceQuery(client), staleTime: 0 }).catch(() => undefined);
      void client.invalidateQueries({ queryKey: ["bet"] });
      askGameMoney(client);
    },
  });

  store.sub(gameDownAtom, () => {
    const down = store.get(gameDownAtom);
    if (down) games.down(down.cause);
  });
  // A member who closes a game's window returns to this page: check at once instead of waiting for the next interval.
  window.addEventListener("focus", games.check);
  document.addEventListener("visibilitychange", games.check);
  return games;
}
