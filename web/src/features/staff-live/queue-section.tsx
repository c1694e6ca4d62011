import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useStaff } from "#shared/staff/session.ts";
import { worksOn } from "#shared/staff/status.ts";
import { DataTable } from "#shared/ui/data-table.tsx";
import { Money } from "#shared/ui/money.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useNow } from "#shared/use-now.ts";
import { AGE_TICK_MS } from "./age.ts";
import { type Placed, useArranged } from "./arrange.ts";
import { type Action, useProgress } from "./decisions.ts";
import classes from "./live.module.css";
import { useQueueColumns } from "./queue-columns.tsx";
import { type Kind, type QueueRow, useFound, useQueue } from "./queues.ts";
import { type LiveSearch, matches } from "./search.ts";
import { useArrivals } from "./sound.ts";

interface QueueSectionProps {
  kind: Kind;
  search: LiveSearch;
  chosen: string | null;
  onChoose(row: QueueRow): void;
  onAsk(action: Action, row: QueueRow): void;
  /** Tells the rows that can be walked through, in their order. */
  onRows(rows: QueueRow[]): void;
}

/** One queue: its table, its totals, its states. */
export function QueueSection({ kind, search, chosen, onChoose, onAsk, onRows }: QueueSectionProps) {
  const { t } = useTranslation(["admin", "common"]);
  const format = useFormat();
  const heading = useId();
  const box = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState(false);
  const progress = useProgress();
  const now = useNow(AGE_TICK_MS);
  const allowed = worksOn(kind, useStaff()?.admin.rights ?? []);
  const query = useQueue(kind, allowed);
  const found = useFound(kind, (search.q ?? "").trim(), allowed);
  const keys = useMemo(() => query.data?.rows.map((row) => row.key), [query.data]);
  useArrivals(kind, keys);

  const placed = useArranged(query.data?.rows, held, (row) => progress[row.key]?.state === "failed");
  const shown = placed?.filter(({ row }) => matches(row, search, found)) ?? [];
  const waiting = shown.filter(({ gone }) => !gone).map(({ row }) => row);
  const amount = waiting.reduce((sum, row) => (row.kind === "signup" ? sum : sum + row.cash.amount), 0);
  useEffect(() => {
    onRows(waiting);
  });

  useEffect(() => {
    if (chosen !== null) box.current?.querySelector("tr[class*=chosen]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  const columns = useQueueColumns(kind, { now, progress, chosen, onChoose, onAsk });
  const total = query.data?.total ?? 0;
  const foot = { count: t("common:list.count", { count: waiting.length }), amount: <Money amount={amount} /> };
  const rowClass = ({ row, gone, fresh }: Placed<QueueRow>) =>
    [
      row.key === chosen && classes.chosen,
      gone && classes.gone,
      fresh && classes.fresh,
      progress[row.key]?.state === "busy" && classes.busy,
    ]
      .filter(Boolean)
      .join(" ");

  return (
    <section className={classes.section} aria-labelledby={heading}>
      <header className={classes.sectionHead}>
        <h2 id={heading}>{t(`queue.${kind}`)}</h2>
        {query.data && (
          <span className={classes.badge} data-some={total > 0}>
            {format.number(total)}
          </span>
        )}
        {query.isError && query.data && (
          <span role="alert" className={classes.stale}>
            {t("queue.stale")}
          </span>
        )}
      </header>
      <QueryView query={query} compact skeleton={<Skeleton height="9rem" radius="var(--radius-m)" />}>
        {() =>
          shown.length === 0 ? (
            <p className={classes.none}>{total === 0 ? t(`queue.${kind}.none`) : t("queue.filtered")}</p>
          ) : (
            <div
              ref={box}
              className={classes.box}
              onPointerEnter={() => setHeld(true)}
              onPointerLeave={() => setHeld(false)}
            >
              <DataTable
                density="compact"
                caption={t(`queue.${kind}`)}
                columns={columns.map((column) => ({
                  ...column,
                  foot: column.key === "member" ? foot.count : column.key === "amount" ? foot.amount : "",
                }))}
                rows={shown}
                rowKey={({ row }) => row.key}
                rowClass={rowClass}
                onRow={({ row, gone }) => !gone && onChoose(row)}
              />
            </div>
          )
        }
      </QueryView>
    </section>
  );
}
