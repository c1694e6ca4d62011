import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./board.module.css";
import { postQuery } from "./board.ts";

interface PostViewProps {
  boardType: "notice" | "event";
  boardIdx: number;
  back: ReactNode;
}

/** One notice or event. Its text is text: what staff wrote is shown, never run. */
export function PostView({ boardType, boardIdx, back }: PostViewProps) {
  const { t } = useTranslation("board");
  const format = useFormat();
  const post = useQuery(postQuery(boardType, boardIdx));
  if (post.isPending) return <Skeleton height="24rem" radius="var(--radius-m)" />;
  if (post.isError) return <ErrorState error={post.error} onRetry={() => void post.refetch()} />;
  return (
    <Page
      title={post.data.title}
      lead={t("post.line", { writer: post.data.writer, at: format.dateTime(post.data.createdAt) })}
    >
      <Panel>
        <p className={classes.content}>{post.data.content}</p>
      </Panel>
      {back}
    </Page>
  );
}
