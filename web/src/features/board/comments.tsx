import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { richOf } from "#shared/rich.ts";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormTextArea } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Panel } from "#shared/ui/page.tsx";
import { RichText } from "#shared/ui/rich-text.tsx";
import classes from "./board.module.css";
import { type Comment, type TalkBoard, useChangeComment, useComment } from "./board.ts";
import { TalkActions } from "./talk-actions.tsx";

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
  const send = useComment(boardType, boardIdx);
  const form = useAppForm({
    defaultValues: { comment: "" },
    check: ({ comment }) => ({ comment: comment.trim() === "" && t("comments.missing") }),
    onSubmit: ({ comment }) => send.mutateAsync(richOf(comment)),
    onDone: () => form.reset(),
    fieldOf: () => "comment",
  });
  return (
    <Panel title={t("comments.title", { count: comments.length })}>
      <ul className={classes.comments} aria-live="polite">
        {comments.length === 0 && <li className={classes.none}>{t("comments.empty")}</li>}
        {comments.map((comment) => (
          <CommentLine key={comment.idx} boardType={boardType} comment={comment} />
        ))}
      </ul>
      <Form form={form} className={classes.form}>
        <FormTextArea control={form.control} name="comment" label={t("comments.field")} rows={3} maxLength={MOST} />
        <div className={classes.send}>
          <Button type="submit" busy={form.busy}>
            {t("comments.submit")}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

function CommentLine({ boardType, comment }: { boardType: TalkBoard; comment: Comment }) {
  const { t } = useTranslation("board");
  const format = useFormat();
  const [changing, setChanging] = useState(false);
  return (
    <li className={classes.comment}>
      <p className={classes.by}>
        <strong>{comment.writer}</strong>
        {comment.mine && <span className={classes.mine}>{t("comments.mine")}</span>}
        <time dateTime={comment.createdAt}>
          {format.dateTime(comment.createdAt)}
          {comment.editedAt && ` · ${t("edited", { at: format.dateTime(comment.editedAt) })}`}
        </time>
      </p>
      {changing ? (
        <ChangeComment comment={comment} onClose={() => setChanging(false)} />
      ) : (
        <RichText html={comment.content} />
      )}
      {boardType === "board" && !changing && (
        <TalkActions
          thing={{ kind: "comment", idx: comment.idx }}
          mine={comment.mine}
          reported={comment.reported}
          onChange={() => setChanging(true)}
        />
      )}
    </li>
  );
}

function ChangeComment({ comment, onClose }: { comment: Comment; onClose(): void }) {
  const { t } = useTranslation("board");
  const change = useChangeComment();
  const form = useAppForm({
    defaultValues: { comment: comment.text },
    check: (typed) => ({ comment: typed.comment.trim() === "" && t("comments.missing") }),
    onSubmit: (typed) => change.mutateAsync({ idx: comment.idx, content: richOf(typed.comment) }),
    onDone: onClose,
    fieldOf: () => "comment",
  });
  return (
    <Form form={form} className={classes.form}>
      <FormTextArea control={form.control} name="comment" label={t("comments.field")} rows={3} maxLength={MOST} />
      <div className={classes.send}>
        <Button size="sm" variant="quiet" onClick={onClose}>
          {t("change.cancel")}
        </Button>
        <Button size="sm" type="submit" busy={form.busy}>
          {t("change.submit")}
        </Button>
      </div>
    </Form>
  );
}
