import { useAtom } from "jotai";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, isCode } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { ConfirmDialog } from "#shared/ui/confirm-dialog.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { gameNewsAtom } from "./atoms.ts";
import type { CatalogGame } from "./catalog.ts";
import { useGameName } from "./game-tile.tsx";

/** Said by the app for every call, not here: another login, the session's end, maintenance. */
function saidElsewhere(error: unknown): boolean {
  return isCode(error, "U017", "S001") || (isCode(error, "U029") && error.status === 401);
}

/** Says what happened to the game's window. */
export function GameNews({ onPlay }: { onPlay(game: CatalogGame): void }) {
  const { t } = useTranslation("game");
  const faultText = useFaultText();
  const nameOf = useGameName();
  const toast = useToast();
  const [news, setNews] = useAtom(gameNewsAtom);

  useEffect(() => {
    if (!news || news.kind === "blocked") return;
    setNews(null);
    if (news.kind === "failed") {
      if (!saidElsewhere(news.error)) toast({ tone: "warning", text: faultText(news.error) });
    } else if (news.cause === "TK999") {
      toast({ tone: "warning", text: faultText(new ApiError("TK999")) });
    } else if (news.cause !== "closed") {
      toast({ tone: "warning", text: t(`down.${news.cause}`, { game: nameOf(news.game) }) });
    }
  }, [news, setNews, toast, faultText, t, nameOf]);

  if (news?.kind !== "blocked") return null;
  const { game } = news;
  return (
    <ConfirmDialog
      title={t("blocked.title")}
      confirm={t("blocked.open", { game: nameOf(game) })}
      onClose={() => setNews(null)}
      onConfirm={() => {
        setNews(null);
        onPlay(game);
      }}
    >
      <p>{t("blocked.text")}</p>
    </ConfirmDialog>
  );
}
