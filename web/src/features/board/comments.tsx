import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { richOf } from "#shared/rich.ts";
import { Button } from "#shared/ui/button.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { RichText } from "#shared/ui/rich-text.tsx";
import { TextArea } from "#shared/ui/text-area.tsx";
import classes from "./board.module.css";
import { type Comment, type TalkBoard, useComment } from "./board.ts";

const MOST = 1_000;

interface CommentsProps {
  boardType: TalkBoard;
  boardIdx: number;
  /** The oldest first. */
  comments: Comment[];
}

/** The members' comments on a post, and a field to add one. */
export function Comments({ boardType, boardIdx, comments }: CommentsProps) {
  const { t } = useTranslation("board");
  const format = useFormat();
  const faultText = useFaultText();
  const send = useComment(boardType, boardIdx);
  const [text, setText] = useState("");
  const [checked, setChecked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const missing = checked && text.trim() === "" ? t("comments.missing") : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (text.trim() === "") return field.current?.focus();
    send.mutate(richOf(text), {
      onSuccess: () => {
        setText("");
        setChecked(false);
      },
    });
  };
  return (
    <Panel title={t("comments.title", { count: comments.length })}>
      <ul className={classes.comments} aria-live="polite">
        {comments.length === 0 && <li className={classes.none}>{t("comments.empty")}</li>}
        {comments.map((comment) => (
          <li key={comment.idx} className={classes.comment}>
            <p className={classes.by}>
              <strong>{comment.writer}</strong>
              {comment.mine && <span className={classes.mine}>{t("comments.mine")}</span>}
              <time dateTime={comment.createdAt}>{format.dateTime(comment.createdAt)}</time>
            </p>
            <RichText html={comment.content} />
          </li>
        ))}
      </ul>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextArea
          ref={field}
          label={t("comments.field")}
          name="comment"
          rows={3}
          maxLength={MOST}
          value={text}
          onChange={(next) => {
            setText(next);
            send.reset();
          }}
          error={missing ?? (send.error && faultText(send.error))}
        />
        <div className={classes.send}>
          <Button type="submit" busy={send.isPending}>
            {t("comments.submit")}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
