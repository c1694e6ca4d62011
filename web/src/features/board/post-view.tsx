import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { RichText } from "#shared/ui/rich-text.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useTitle } from "#shared/ui/title.ts";
import { postQuery, type TalkBoard } from "./board.ts";
import { Comments } from "./comments.tsx";

interface PostViewProps {
  boardType: TalkBoard;
  boardIdx: number;
  back: ReactNode;
}

/** One post with its comments. Text that members or staff wrote is drawn as text, never run. */
export function PostView({ boardType, boardIdx, back }: PostViewProps) {
  const { t } = useTranslation("board");
  const format = useFormat();
  const post = useQuery(postQuery(boardType, boardIdx));
  // While there is no post the tab has the name of its board.
  useTitle(post.data?.title ?? t(`${boardType}.title`));
  return (
    <QueryView query={post} skeleton={<Skeleton height="24rem" radius="var(--radius-m)" />}>
      {({ title, writer, createdAt, content, cmtList }) => (
        <Page title={title} lead={t("post.line", { writer, at: format.dateTime(createdAt) })}>
          <Panel>
            <RichText html={content} />
          </Panel>
          <Comments boardType={boardType} boardIdx={boardIdx} comments={cmtList} />
          {back}
        </Page>
      )}
    </QueryView>
  );
}
