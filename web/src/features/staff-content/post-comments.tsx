import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { RichText } from "#shared/ui/rich-text.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import own from "./content.module.css";
import { commentsQuery, useShowComment } from "./content.ts";

/** The members' comments on a post; staff can hide the improper ones. */
export function PostComments({ boardType, boardIdx }: { boardType: "notice" | "event"; boardIdx: number }) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const query = useQuery(commentsQuery(boardType, boardIdx));
  const show = useShowComment();
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const toggle = (idx: number) => {
    const published = hidden.has(idx);
    show.mutate(
      { idx, published },
      {
        onSuccess: () =>
          setHidden((before) => new Set(published ? [...before].filter((one) => one !== idx) : [...before, idx])),
      },
    );
  };
  return (
    <section className={own.comments}>
      <h3>{t("content.comments")}</h3>
      {show.error && <ErrorState compact error={show.error} />}
      <QueryView compact query={query} skeleton={<Skeleton height="4rem" />}>
        {(list) =>
          list.length === 0 ? (
            <p className={classes.dim}>{t("content.comments.none")}</p>
          ) : (
            <ul className={classes.form}>
              {list.map((comment) => (
                <li key={comment.idx} className={classes.quote}>
                  <p className={classes.dim}>
                    {comment.writer} · {format.dateTime(comment.createdAt)}
                  </p>
                  {!hidden.has(comment.idx) && <RichText html={comment.content} />}
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={
                      hidden.has(comment.idx)
                        ? t("content.commentShow", { writer: comment.writer })
                        : t("content.commentHide", { writer: comment.writer })
                    }
                    onClick={() => toggle(comment.idx)}
                  >
                    {hidden.has(comment.idx) ? t("content.show") : t("content.hide")}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}
