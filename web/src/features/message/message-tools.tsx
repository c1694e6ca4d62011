import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import classes from "./message.module.css";
import { type Message, useDelete, useMarkRead } from "./messages.ts";
import { useUnread } from "./unread.ts";

interface MessageToolsProps {
  /** The messages of the page. */
  messages: Message[];
  chosen: ReadonlySet<number>;
  onChoose(chosen: ReadonlySet<number>): void;
  /** No numbers stand for all that were read. */
  onDeleted(idx: number[]): void;
}

/** The actions on several messages: the chosen ones, or all. Unread ones cannot be deleted (M002). */
export function MessageTools({ messages, chosen, onChoose, onDeleted }: MessageToolsProps) {
  const { t } = useTranslation(["message", "common"]);
  const unread = useUnread();
  const read = useMarkRead();
  const { mutateAsync: remove } = useDelete();
  const confirm = useConfirm();
  const picked = messages.filter(({ idx }) => chosen.has(idx));
  const idx = picked.map((message) => message.idx);
  const all = messages.length > 0 && picked.length === messages.length;
  const ask = (of: number[], title: string) =>
    confirm.ask({
      title,
      text: t(of.length === 0 ? "deleteRead.text" : "deleteChosen.text"),
      keep: t("delete.keep"),
      confirm: t("deleteChosen.confirm"),
      run: async () => {
        await remove(of);
        onChoose(new Set());
        onDeleted(of);
      },
    });
  return (
    <>
      <div className={classes.tools}>
        <label className={classes.all}>
          <input
            type="checkbox"
            checked={all}
            onChange={() => onChoose(new Set(all ? [] : messages.map((message) => message.idx)))}
          />
          {t("common:table.chooseAll")}
        </label>
        {picked.length > 0 ? (
          <>
            <Button
              variant="quiet"
              size="sm"
              busy={read.isPending}
              disabled={picked.every((message) => message.read)}
              onClick={() => read.mutate(idx)}
            >
              {t("readChosen")}
            </Button>
            <Button
              variant="quiet"
              size="sm"
              aria-haspopup="dialog"
              disabled={picked.some((message) => !message.read)}
              onClick={() => ask(idx, t("deleteChosen.title", { count: idx.length }))}
            >
              {t("deleteChosen")}
            </Button>
          </>
        ) : (
          <>
            {unread > 0 && (
              <Button variant="quiet" size="sm" busy={read.isPending} onClick={() => read.mutate([])}>
                {t("readAll")}
              </Button>
            )}
            {messages.some((message) => message.read) && (
              <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={() => ask([], t("deleteRead.title"))}>
                {t("deleteRead")}
              </Button>
            )}
          </>
        )}
      </div>
      {picked.some((message) => !message.read) && <p className={classes.note}>{t("unreadKept")}</p>}
      {read.error && <ErrorState error={read.error} compact />}
      {confirm.dialog}
    </>
  );
}
