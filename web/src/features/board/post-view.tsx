import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { PostFace } from "#shared/campaign/post-face.tsx";
import { useFormat } from "#shared/i18n/format.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useTitle } from "#shared/ui/title.ts";
import { type EventKind, eventKindOf, postQuery, type TalkBoard } from "./board.ts";
import { Comments } from "./comments.tsx";
import own from "./event.module.css";
import { EventFacts } from "./event-facts.tsx";
import { EventPicture } from "./event-picture.tsx";
import { PostForm } from "./post-form.tsx";
import { TalkActions } from "./talk-actions.tsx";

interface PostViewProps {
  boardType: TalkBoard;
  boardIdx: number;
  back: ReactNode;
  /** The member deleted the post, which only happens on the free board. */
  onDeleted?(): void;
  /** Returns a link to the page that an event of this kind is about, if there is one. */
  about?(kind: EventKind): ReactNode;
}

/** One post with its comments. Text that members or staff wrote is drawn as text, never run. */
export function PostView({ boardType, boardIdx, back, onDeleted, about }: PostViewProps) {
  const { t } = useTranslation("board");
  const format = useFormat();
  const post = useQuery(postQuery(boardType, boardIdx));
  const [changing, setChanging] = useState(false);
  // While there is no post the tab has the name of its board.
  useTitle(post.data?.title ?? t(`${boardType}.title`));
  return (
    <QueryView query={post} skeleton={<Skeleton height="24rem" radius="var(--radius-m)" />}>
      {(shown) => (
        <Page
          template="reading"
          title={shown.title}
          lead={
            <>
              {t("post.line", { writer: shown.writer, at: format.dateTime(shown.createdAt) })}
              {shown.editedAt && ` · ${t("edited", { at: format.dateTime(shown.editedAt) })}`}
            </>
          }
          actions={
            boardType === "board" &&
            !changing && (
              <TalkActions
                thing={{ kind: "post", idx: shown.idx }}
                mine={shown.mine}
                reported={shown.reported}
                onChange={() => setChanging(true)}
                onDeleted={onDeleted}
              />
            )
          }
        >
          {boardType === "event" && (
            <div className={`${own.head} ${shown.state === "over" ? own.over : ""}`}>
              <EventPicture event={shown} />
              <EventFacts event={shown} />
            </div>
          )}
          <Panel>
            {changing ? (
              <PostForm post={shown} onDone={() => setChanging(false)} onCancel={() => setChanging(false)} />
            ) : (
              // The picture of an event stands above its time.
              <PostFace image={boardType === "event" ? "" : shown.image} html={shown.content} />
            )}
            {boardType === "event" && shown.state === "running" && about?.(eventKindOf(shown.category))}
          </Panel>
          <Comments boardType={boardType} boardIdx={boardIdx} comments={shown.cmtList} />
          {back}
        </Page>
      )}
    </QueryView>
  );
}
