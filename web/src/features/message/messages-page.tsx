import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Page } from "#shared/ui/page.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./message.module.css";
import { MessageRow } from "./message-row.tsx";
import { MessageTools } from "./message-tools.tsx";
import { MessageView } from "./message-view.tsx";
import { messageListQuery } from "./messages.ts";
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
  const { page = 1, size, read } = search;
  const query = useQuery(messageListQuery(page, size ?? 10));
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const choose = (idx: number) => {
    const next = new Set(chosen);
    if (!next.delete(idx)) next.add(idx);
    setChosen(next);
  };
  const open = (idx?: number) => onSearch(messageSearch({ page, size, read: idx }));
  return (
    <Page title={t("title")} lead={unread > 0 ? t("count", { count: unread }) : t("lead")}>
      <QueryView query={query} skeleton={<Skeleton height="24rem" radius="var(--radius-l)" />}>
        {({ list, pageInfo }) =>
          pageInfo.total === 0 ? (
            <EmptyState art="messages" title={t("empty.title")}>
              {t("empty.text")}
            </EmptyState>
          ) : (
            <div className={classes.columns} data-reading={read !== undefined}>
              <section className={classes.list} aria-label={t("list")} tabIndex={-1}>
                <MessageTools
                  messages={list}
                  chosen={chosen}
                  onChoose={setChosen}
                  onDeleted={(idx) => (idx.length === 0 || (read !== undefined && idx.includes(read))) && open()}
                />
                <ul>
                  {list.map((message) => (
                    <MessageRow
                      key={message.idx}
                      message={message}
                      open={message.idx === read}
                      chosen={chosen.has(message.idx)}
                      onChoose={() => choose(message.idx)}
                      onOpen={() => open(message.idx)}
                      onDeleted={() => message.idx === read && open()}
                    />
                  ))}
                </ul>
                <Pager
                  page={pageInfo.page}
                  pages={pageInfo.pages}
                  size={pageInfo.countPerList}
                  onPage={(next) => onSearch(messageSearch({ page: next, size, read }))}
                  onSize={(next) => onSearch(messageSearch({ size: next, read }))}
                />
              </section>
              {read === undefined ? (
                <div className={classes.hint}>
                  <EmptyState compact art="messages" title={t("choose")} />
                </div>
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
