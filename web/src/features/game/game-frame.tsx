import { useAtomValue } from "jotai";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useRefusedFrame } from "#shared/frameable.ts";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { useTitle } from "#shared/ui/title.ts";
import { type GameDown, gameDownAtom } from "./events.ts";
import classes from "./game-frame.module.css";

interface GameFrameProps {
  /** The game's address, as the address of the page has it. */
  url: string;
  /** The member's balance, which stays in sight. */
  balance: ReactNode;
  onClose(): void;
  /** The game must close: its token ended, betting was locked, or the session ended. */
  onDown(cause: GameDown["cause"]): void;
}

/** A provider's game within the site. An address that is not one of a known provider is said to be none of ours. */
export function GameFrame({ url, balance, onClose, onDown }: GameFrameProps) {
  const { t } = useTranslation("game");
  useTitle(t("frame.title"));
  const page = useRef<HTMLDivElement>(null);
  const refused = useRefusedFrame(url);

  const down = useAtomValue(gameDownAtom);
  const before = useRef(down);
  useEffect(() => {
    if (down === null || down === before.current) return;
    before.current = down;
    onDown(down.cause);
  }, [down, onDown]);

  return (
    <div ref={page} className={classes.page}>
      <header className={classes.strip}>
        <button type="button" className={classes.tool} aria-label={t("frame.close")} onClick={onClose}>
          <Icon name="close" />
        </button>
        {balance}
        <button
          type="button"
          className={classes.tool}
          aria-label={t("frame.full")}
          // A phone's browser may have no full screen for a page; the game is as large as it can be then.
          onClick={() => void page.current?.requestFullscreen?.().catch(() => undefined)}
        >
          <Icon name="screen" />
        </button>
      </header>
      <main id="content" className={classes.game}>
        <h1 className="visually-hidden">{t("frame.title")}</h1>
        {refused ? (
          <div className={classes.refused}>
            <EmptyState
              art="games"
              title={t("frame.refused.title")}
              action={
                <Button variant="quiet" onClick={onClose}>
                  {t("frame.back")}
                </Button>
              }
            >
              {t("frame.refused.text")}
            </EmptyState>
          </div>
        ) : (
          <iframe
            className={classes.frame}
            src={url}
            title={t("frame.title")}
            allow="fullscreen; autoplay"
            referrerPolicy="no-referrer"
            sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
          />
        )}
      </main>
    </div>
  );
}
