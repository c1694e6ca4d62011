import type { UseQueryResult } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./request-card.module.css";

interface CardQueueProps<Row> {
  query: UseQueryResult<{ list: Row[]; pageInfo: { page: number; pages: number } }>;
  /** The text of an empty queue. */
  none: { title: string; text: string };
  onPage(page: number): void;
  /** The card of a request. */
  children(row: Row): ReactNode;
}

/** A page of requests that wait for staff, as cards. */
export function CardQueue<Row extends { idx: number }>({ query, none, onPage, children }: CardQueueProps<Row>) {
  return (
    <QueryView query={query} skeleton={<Skeleton height="14rem" />}>
      {({ list, pageInfo }) =>
        list.length === 0 ? (
          <EmptyState art="queue" title={none.title}>
            {none.text}
          </EmptyState>
        ) : (
          <>
            <div className={classes.cards}>
              {list.map((row) => (
                <Fragment key={row.idx}>{children(row)}</Fragment>
              ))}
            </div>
            <Pager page={pageInfo.page} pages={pageInfo.pages} onPage={onPage} />
          </>
        )
      }
    </QueryView>
  );
}
