import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { Page } from "#shared/ui/page.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./message.module.css";
import { MessageRow } from "./message-row.tsx";
import { MessageView } from "./message-view.tsx";
import { messageListQuery, useReadAll } from "./messages.ts";
import { type MessageSearch, messageSearch } from "./search.ts";
import { useUnread } from "./unread.ts";

interface MessagesPageProps {
  search: MessageSearch;
  onSearch(search: MessageSearch): void;
}

/** The member's messages: the list, and beside it the one that is open. Both are in the address. */
export function MessagesPage({ search, onSearch }: MessagesPageProps) {
  const { t } = useTranslation("message");
  const unread = useUnread();
  const { page = 1, read } = search;
  const query = useQuery(messageListQuery(page));
  const readAll = useReadAll();
  const open = (idx?: number) => onSearch(messageSearch({ page, read: idx }));
  return (
    <Page
      title={t("title")}
      lead={unread > 0 ? t("count", { count: unread }) : t("lead")}
      actions={
        unread > 0 && (
          <Button variant="quiet" busy={readAll.isPending} onClick={() => readAll.mutate()}>
            {t("readAll")}
          </Button>
        )
      }
    >
      {readAll.error && <ErrorState error={readAll.error} compact />}
      <QueryView query={query} skeleton={<Skeleton height="24rem" radius="var(--radius-l)" />}>
        {({ list, pageInfo }) =>
          pageInfo.total === 0 ? (
            <EmptyState art="messages" title={t("empty.title")}>
              {t("empty.text")}
            </EmptyState>
          ) : (
            <div className={classes.columns} data-reading={read !== undefined}>
              <section className={classes.list} aria-label={t("list")} tabIndex={-1}>
                <ul>
                  {list.map((message) => (
                    <MessageRow
                      key={message.idx}
                      message={message}
                      open={message.idx === read}
                      onOpen={() => open(message.idx)}
                      onDeleted={() => message.idx === read && open()}
                    />
                  ))}
                </ul>
                <Pager
                  page={pageInfo.page}
                  pages={pageInfo.pages}
                  onPage={(next) => onSearch(messageSearch({ page: next, read }))}
                />
              </section>
              {read === undefined ? (
                <p className={classes.hint}>{t("choose")}</p>
              ) : (
                <MessageView idx={read} onBack={() => open()} />
              )}
            </div>
          )
        }
      </QueryView>
    </Page>
  );
}
