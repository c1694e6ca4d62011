import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { EventKind } from "#features/board/board.ts";
import { EventList } from "#features/board/event-list.tsx";
import { Faq } from "#features/board/faq.tsx";
import { PostForm } from "#features/board/post-form.tsx";
import { PostList } from "#features/board/post-list.tsx";
import { PostView } from "#features/board/post-view.tsx";
import { GuideLinks } from "#features/document/guide-links.tsx";
import { useAwaitsMember, useMember } from "#features/session/session.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";

const eventRoute = getRouteApi(`/shell/member${paths.event}`);
const eventsRoute = getRouteApi(`/shell/member${paths.events}`);
const faqRoute = getRouteApi(`/shell/open${paths.faq}`);
const noticeRoute = getRouteApi(`/shell/member${paths.notice}`);
const noticesRoute = getRouteApi(`/shell/member${paths.notices}`);
const talkPostRoute = getRouteApi(`/shell/member${paths.boardPost}`);
const talkRoute = getRouteApi(`/shell/member${paths.board}`);

export function NoticesPage() {
  const { t } = useTranslation("board");
  const navigate = noticesRoute.useNavigate();
  return (
    <Page title={t("notice.title")}>
      <PostList
        boardType="notice"
        search={noticesRoute.useSearch()}
        onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
        link={(post) => (
          <Link to={paths.notice} params={{ boardIdx: String(post.idx) }}>
            {post.title}
          </Link>
        )}
      />
    </Page>
  );
}

/** The page that an event of a kind is about; news is about itself. */
const subjects = {
  bonus: { to: paths.deposit, text: "common:nav.deposit" },
  contest: { to: paths.slots, text: "common:nav.slots" },
  gift: { to: paths.gifts, text: "common:nav.gifts" },
  draw: { to: paths.wheel, text: "common:nav.wheel" },
  news: undefined,
} as const;

function About({ kind }: { kind: EventKind }) {
  const { t } = useTranslation(["board", "common"]);
  const subject = subjects[kind];
  if (subject === undefined) return null;
  return (
    <Link to={subject.to}>
      {t(subject.text)}
      <Icon name="next" size={16} />
    </Link>
  );
}

const about = (kind: EventKind) => <About kind={kind} />;

export function EventsPage() {
  const { t } = useTranslation("board");
  const navigate = eventsRoute.useNavigate();
  return (
    <Page title={t("event.title")} lead={t("event.lead")}>
      <EventList
        search={eventsRoute.useSearch()}
        onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
        link={(post) => (
          <Link to={paths.event} params={{ boardIdx: String(post.idx) }}>
            {post.title}
          </Link>
        )}
        about={about}
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
    <PostView
      boardType="event"
      boardIdx={Number(boardIdx)}
      about={about}
      back={<Link to={paths.events}>{t("event.back")}</Link>}
    />
  );
}

export function BoardPage() {
  const { t } = useTranslation("board");
  const navigate = talkRoute.useNavigate();
  return (
    <Page
      title={t("board.title")}
      lead={t("board.lead")}
      actions={<Button onClick={() => void navigate({ to: paths.boardNew })}>{t("board.write")}</Button>}
    >
      <PostList
        boardType="board"
        search={talkRoute.useSearch()}
        onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
        link={(post) => (
          <Link to={paths.boardPost} params={{ boardIdx: String(post.idx) }}>
            {post.title}
          </Link>
        )}
      />
    </Page>
  );
}

export function BoardPostPage() {
  const { t } = useTranslation("board");
  const { boardIdx } = talkPostRoute.useParams();
  const navigate = talkRoute.useNavigate();
  return (
    <PostView
      boardType="board"
      boardIdx={Number(boardIdx)}
      back={<Link to={paths.board}>{t("board.back")}</Link>}
      onDeleted={() => void navigate({ to: paths.board, replace: true })}
    />
  );
}

export function BoardNewPage() {
  const { t } = useTranslation("board");
  const navigate = talkRoute.useNavigate();
  return (
    <Page title={t("write.title")} template="form">
      <Panel>
        <PostForm
          onDone={(boardIdx) =>
            void navigate({ to: paths.boardPost, params: { boardIdx: String(boardIdx) }, replace: true })
          }
        />
      </Panel>
      <Link to={paths.board}>{t("board.back")}</Link>
    </Page>
  );
}

export function FaqPage() {
  const { t } = useTranslation("board");
  const router = useRouter();
  const navigate = faqRoute.useNavigate();
  const member = useMember();
  const awaitsMember = useAwaitsMember();
  const asMember = member !== null || awaitsMember;
  const ask = (
    <Button onClick={() => void router.navigate({ to: asMember ? paths.inquiryNew : paths.contact })}>
      {t(asMember ? "faq.ask" : "faq.contact")}
    </Button>
  );
  return (
    <Page title={t("faq.title")} lead={t("faq.lead")} template="list">
      <Faq
        search={faqRoute.useSearch()}
        onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
        ask={ask}
        guides={<GuideLinks />}
      />
    </Page>
  );
}
