import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { GameDown } from "#features/game/events.ts";
import { GameFrame } from "#features/game/game-frame.tsx";
import { closeGame } from "#features/game/launch.ts";
import { useMember } from "#features/session/session.ts";
import { ApiError } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { paths } from "#shared/paths.ts";
import { useToast } from "#shared/ui/toast.tsx";
import { BalancePill } from "../shell/balance-pill.tsx";

const frameRoute = getRouteApi(`/bare-member${paths.game}`);

/** The product's empty layout with a game in an embedded frame (product.txt, section 2). */
export function GameFrameRoute() {
  const { t } = useTranslation("game");
  const { url = "" } = frameRoute.useSearch();
  const navigate = frameRoute.useNavigate();
  const member = useMember();
  const faultText = useFaultText();
  const toast = useToast();
  const leave = useCallback(() => {
    // The game ends with its frame; the api notices by itself if it cannot be told.
    closeGame().catch(() => undefined);
    void navigate({ to: paths.slots, replace: true });
  }, [navigate]);
  const down = useCallback(
    (cause: GameDown["cause"]) => {
      // The end of a session leads home and is said there.
      if (cause === "session") return;
      leave();
      const text = cause === "TK999" ? faultText(new ApiError("TK999")) : t("down.lock", { game: t("frame.title") });
      toast({ tone: "warning", text });
    },
    [leave, faultText, toast, t],
  );
  return <GameFrame url={url} balance={member && <BalancePill member={member} />} onClose={leave} onDown={down} />;
}
