import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import classes from "./bet.module.css";
import { useBetColumns } from "./bet-columns.tsx";
import { BetDetail } from "./bet-detail.tsx";
import { betsQuery } from "./bets.ts";
import { type BetSearch, betGroups, betRequest, betTimes, timeOf, withGroup, withTime } from "./search.ts";

interface BetsPageProps {
  search: BetSearch;
  onSearch(search: BetSearch): void;
  /** A studio's name by its procId. */
  studioOf(procId: string): string;
  /** Shown when there are no bets yet: the way to the games. */
  play: ReactNode;
}

/** The history of bets; what it shows is in the address. */
export function BetsPage({ search, onSearch, studioOf, play }: BetsPageProps) {
  const { t } = useTranslation("bet");
  const format = useFormat();
  const [now] = useState(() => Date.now());
  const [shown, setShown] = useState<number | null>(null);
  const query = useQuery(betsQuery(betRequest(search, format, now), format.language));
  const columns = useBetColumns({ rows: query.data?.list ?? [], studioOf, onOpen: (bet) => setShown(bet.idx) });
  const filtered = search.gameType !== undefined || timeOf(search) !== "all" || search.page !== undefined;
  return (
    <Page title={t("title")} lead={t("lead")}>
      <div className={classes.filters}>
        <SelectField
          label={t("group")}
          value={search.gameType ?? "all"}
          onChange={(group) => onSearch(withGroup(search, group))}
          options={[
            { value: "all", label: t("group.all") },
            ...betGroups.map((group) => ({ value: group, label: t(`group.${group}`) })),
          ]}
        />
        <SelectField
          label={t("period")}
          value={timeOf(search)}
          onChange={(time) => onSearch(withTime(search, time))}
          options={betTimes.map((time) => ({ value: time, label: t(`period.${time}`) }))}
        />
      </div>
      <List
        query={query}
        caption={t("title")}
        rowKey={(bet) => bet.idx}
        columns={columns}
        onPage={(page) => onSearch({ ...search, page })}
        height="28rem"
        empty={
          filtered ? (
            <EmptyState
              art="history"
              title={t("none.title")}
              action={
                <Button variant="quiet" onClick={() => onSearch({})}>
                  {t("none.clear")}
                </Button>
              }
            >
              {t("none.text")}
            </EmptyState>
          ) : (
            <EmptyState art="games" title={t("empty.title")} action={play}>
              {t("empty.text")}
            </EmptyState>
          )
        }
      />
      {shown !== null && <BetDetail idx={shown} studioOf={studioOf} onClose={() => setShown(null)} />}
    </Page>
  );
}
