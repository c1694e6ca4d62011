import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PostList } from "#features/board/post-list.tsx";
import { PostView } from "#features/board/post-view.tsx";
import { paths } from "#shared/paths.ts";
import { Page } from "#shared/ui/page.tsx";
import { eventRoute, eventsRoute, noticeRoute, noticesRoute } from "../routes/board.tsx";

export function NoticesPage() {
  const { t } = useTranslation("board");
  const { page = 1 } = noticesRoute.useSearch();
  const navigate = noticesRoute.useNavigate();
  return (
    <Page title={t("notice.title")}>
      <PostList
        boardType="notice"
        page={page}
        onPage={(next) => void navigate({ search: { page: next } })}
        link={(post) => (
          <Link to={paths.notice} params={{ boardIdx: String(post.idx) }}>
            {post.title}
          </Link>
        )}
      />
    </Page>
  );
}

export function EventsPage() {
  const { t } = useTranslation("board");
  const { page = 1 } = eventsRoute.useSearch();
  const navigate = eventsRoute.useNavigate();
  return (
    <Page title={t("event.title")}>
      <PostList
        boardType="event"
        page={page}
        onPage={(next) => void navigate({ search: { page: next } })}
        link={(post) => (
          <Link to={paths.event} params={{ boardIdx: String(post.idx) }}>
            {post.title}
          </Link>
        )}
      />
    </Page>
  );
}

export function NoticePage() {
  const { t } = useTranslation("board");
  const { boardIdx } = noticeRoute.useParams();
  return (
    <PostView
      boardType="notice"
      boardIdx={Number(boardIdx)}
      back={<Link to={paths.notices}>{t("notice.back")}</Link>}
    />
  );
}

export function EventPage() {
  const { t } = useTranslation("board");
  const { boardIdx } = eventRoute.useParams();
  return (
    <PostView boardType="event" boardIdx={Number(boardIdx)} back={<Link to={paths.events}>{t("event.back")}</Link>} />
  );
}
