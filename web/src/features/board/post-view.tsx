import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
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
  return (
    <QueryView query={post} skeleton={<Skeleton height="24rem" radius="var(--radius-m)" />}>
      {({ title, writer, createdAt, text }) => (
        <Page title={title} lead={t("post.line", { writer, at: format.dateTime(createdAt) })}>
          <Panel>
            <p className={classes.content}>{text}</p>
          </Panel>
          {back}
        </Page>
      )}
    </QueryView>
  );
}
