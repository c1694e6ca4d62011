import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Post } from "#shared/api/types.ts";
import { Choice } from "#shared/ui/choice.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Filters } from "#shared/ui/filters.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./board.module.css";
import { type EventKind, eventKindOf, eventState, postsQuery } from "./board.ts";
import own from "./event.module.css";
import { EventFacts } from "./event-facts.tsx";
import { EventPicture } from "./event-picture.tsx";
import { type PostSearch, postSearch } from "./search.ts";

const LONGEST_SEARCH = 50;

interface EventListProps {
  search: PostSearch;
  onSearch(search: PostSearch): void;
  /** Returns a link to the event. The app passes it, because features do not know the routes. */
  link(post: Post): ReactNode;
  /** Returns a link to the page that an event of this kind is about, if there is one. */
  about?(kind: EventKind): ReactNode;
}

/** The events as cards: those that are not over, unless the member asks for the others. */
export function EventList({ search, onSearch, link, about }: EventListProps) {
  const { t } = useTranslation("board");
  const { q = "" } = search;
  const state = eventState(search);
  const [typed, setTyped] = useState(q);
  const events = useQuery(postsQuery("event", search));
  const find = (next: string) => {
    setTyped(next);
    onSearch(postSearch({ part: search.part, q: next.trim() }));
  };
  const empty = q === "" ? t(state === "over" ? "event.noneOver" : "event.empty") : t("search.none");
  return (
    <>
      <div className={classes.filters}>
        <Choice
          label={t("event.state")}
          value={state}
          onChange={(next) => onSearch(postSearch({ q, part: next === "over" ? next : undefined }))}
          options={[
            { value: "running", label: t("event.open") },
            { value: "over", label: t("event.over") },
          ]}
        />
        <Filters chosen={[q && `“${q}”`]}>
          <Field label={t("board.search")} type="search" value={typed} maxLength={LONGEST_SEARCH} onChange={find} />
        </Filters>
      </div>
      <QueryView query={events} skeleton={<Skeleton height="24rem" radius="var(--radius-l)" />}>
        {({ list, pageInfo }) =>
          list.length === 0 ? (
            <EmptyState art="notices" title={empty} />
          ) : (
            <>
              <ul className={own.cards} aria-label={t("event.title")}>
                {list.map((post) => (
                  <li key={post.idx} className={`${own.card} ${post.state === "over" ? own.over : ""}`}>
                    <EventPicture event={post} />
                    <div className={own.words}>
                      <EventFacts event={post} />
                      <h2>{link(post)}</h2>
                      {post.state === "running" && about?.(eventKindOf(post.category))}
                    </div>
                  </li>
                ))}
              </ul>
              <Pager
                page={pageInfo.page}
                pages={pageInfo.pages}
                onPage={(next) => onSearch(postSearch({ ...search, page: next }))}
              />
            </>
          )
        }
      </QueryView>
    </>
  );
}
