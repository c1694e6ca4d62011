import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import classes from "./message.module.css";
import { type Message, useDelete } from "./messages.ts";

interface MessageRowProps {
  message: Message;
  open: boolean;
  chosen: boolean;
  onChoose(): void;
  onOpen(): void;
  onDeleted(): void;
}

/** One line of the list: unread stands out by weight, a dot and a word for readers. */
export function MessageRow({ message, open, chosen, onChoose, onOpen, onDeleted }: MessageRowProps) {
  const { t } = useTranslation("message");
  const format = useFormat();
  const { mutateAsync: remove } = useDelete();
  const confirm = useConfirm();
  return (
    <li className={classes.row} data-unread={!message.read} data-open={open}>
      <label className={classes.tick}>
        <input
          type="checkbox"
          aria-label={t("choose.label", { title: message.title })}
          checked={chosen}
          onChange={onChoose}
        />
      </label>
      <button type="button" className={classes.item} aria-current={open ? "true" : undefined} onClick={onOpen}>
        <span className={classes.subject}>
          {!message.read && (
            <>
              <span className={classes.dot} aria-hidden="true" />
              <span className="visually-hidden">{t("unread")} </span>
            </>
          )}
          {message.title}
        </span>
        <time className={classes.date} dateTime={message.sentAt}>
          {format.dateTime(message.sentAt)}
        </time>
      </button>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t("delete.label", { title: message.title })}
        aria-haspopup="dialog"
        onClick={() =>
          confirm.ask({
            title: t("delete.title"),
            text: t("delete.text", { title: message.title }),
            keep: t("delete.keep"),
            confirm: t("delete.confirm"),
            run: () => remove([message.idx]).then(onDeleted),
          })
        }
      >
        <Icon name="trash" size={18} />
      </Button>
      {confirm.dialog}
    </li>
  );
}
