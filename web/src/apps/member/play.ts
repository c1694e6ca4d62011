import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useSetAtom } from "jotai";
import { useCallback } from "react";
import { takeAlongAtom } from "#features/game/atoms.ts";
import type { CatalogGame } from "#features/game/catalog.ts";
import { betLock } from "#features/game/lock.ts";
import { loginOpenAtom, returnPathAtom } from "#features/session/atoms.ts";
import { type Session, sessionKey } from "#features/session/session.ts";
import { ApiError } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useToast } from "#shared/ui/toast.tsx";
import { useGames } from "./games-context.tsx";

/**
 * A press on a game. Guests are asked to log in, a member who may not bet is told why; a game with
 * a wallet of its own asks how much to take along; else the window opens in this very turn, before the api is asked.
 */
export function usePlay(): (game: CatalogGame) => void {
  const client = useQueryClient();
  const here = useLocation({ select: (location) => location.href });
  const games = useGames();
  const faultText = useFaultText();
  const toast = useToast();
  const openLogin = useSetAtom(loginOpenAtom);
  const takeAlong = useSetAtom(takeAlongAtom);
  const returnTo = useSetAtom(returnPathAtom);
  return useCallback(
    (game) => {
      const session = client.getQueryData<Session | null>(sessionKey);
      if (session === null) {
        returnTo(here);
        openLogin("afterSignin");
        return;
      }
      const lock = betLock(session?.member ?? null);
      if (lock) toast({ tone: "warning", text: faultText(new ApiError(lock)) });
      else if (game.ownWallet && !games.has(game)) takeAlong(game);
      else games.play(game);
    },
    [client, here, games, faultText, toast, openLogin, takeAlong, returnTo],
  );
}
