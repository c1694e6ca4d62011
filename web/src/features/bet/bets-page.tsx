import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Choice } from "#shared/ui/choice.tsx";
import { DateRange, useDaysText } from "#shared/ui/date-range.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Filters } from "#shared/ui/filters.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import classes from "./bet.module.css";
import { useBetColumns } from "./bet-columns.tsx";
import { BetDetail } from "./bet-detail.tsx";
import { betRequest, betsQuery } from "./bets.ts";
import { type BetSearch, betGroups, betSearch, withAge, withDays, withGroup } from "./search.ts";

interface BetsPageProps {
  search: BetSearch;
  onSearch(search: BetSearch): void;
  /** The studios of the group that is shown. */
  studios: { procId: string; name: string }[];
  /** The way to a version of the house rules. */
  rules(version: number): ReactNode;
  /** The way to the page that computes the round of a draw again. */
  check(game: string, no: number): ReactNode;
  /** Shown when there are no bets yet: the way to the games. */
  play: ReactNode;
}

/** The history of bets, group by group; what it shows is in the address. */
export function BetsPage({ search, onSearch, studios, rules, check, play }: BetsPageProps) {
  const { t } = useTranslation("bet");
  const format = useFormat();
  const daysText = useDaysText();
  const [shown, setShown] = useState<number | null>(null);
  const query = useQuery(betsQuery(betRequest(search), format.language));
  const studioOf = (procId: string) => studios.find((studio) => studio.procId === procId)?.name ?? "";
  const columns = useBetColumns(search, studioOf);
  const { gameType, mode, oldYn, from, to, vendor, page } = search;
  const filtered = [gameType, mode, oldYn, from, to, vendor, page].some((part) => part !== undefined);
  const set = (patch: Record<string, unknown>) => onSearch(betSearch({ ...search, page: 1, ...patch }));
  return (
    <Page title={t("title")} lead={t("lead")}>
      <div className={classes.filters}>
        <Choice
          label={t("group")}
          value={gameType ?? "all"}
          onChange={(group) => onSearch(withGroup(search, group))}
          swipe="main"
          options={(["all", ...betGroups] as const).map((group) => ({ value: group, label: t(`group.${group}`) }))}
        />
        <Filters
          chosen={[
            oldYn === "Y" ? t("period.old") : daysText({ ...(from && { from }), ...(to && { to }) }),
            vendor && studioOf(vendor),
            mode && t(`mode.${mode}`),
          ]}
        >
          <DateRange
            value={{ ...(from && { from }), ...(to && { to }) }}
            onChange={(days) => onSearch(withDays(search, days))}
          >
            <button
              type="button"
              aria-pressed={!from && !to && !oldYn}
              onClick={() => onSearch(withAge(search, false))}
            >
              {t("period.all")}
            </button>
            <button type="button" aria-pressed={oldYn === "Y"} onClick={() => onSearch(withAge(search, true))}>
              {t("period.old")}
            </button>
          </DateRange>
          <SelectField
            label={t("detail.studio")}
            value={vendor ?? ""}
            onChange={(next) => set({ vendor: next })}
            options={[
              { value: "", label: t("group.all") },
              ...studios.map(({ procId, name }) => ({ value: procId, label: name })),
            ]}
          />
          <SelectField
            label={t("mode")}
            value={mode ?? "all"}
            onChange={(next) => set({ mode: next })}
            options={[
              { value: "all", label: t("mode.all") },
              { value: "betting", label: t("mode.betting") },
            ]}
          />
        </Filters>
      </div>
      <List
        query={query}
        caption={t("title")}
        name={`bets-${gameType ?? "all"}`}
        rowKey={(bet) => bet.idx}
        columns={columns}
        onPage={(next) => onSearch(betSearch({ ...search, page: next }))}
        onSize={(next) => set({ size: next })}
        onOpen={(bet) => setShown(bet.idx)}
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
      {shown !== null && (
        <BetDetail idx={shown} studioOf={studioOf} rules={rules} check={check} onClose={() => setShown(null)} />
      )}
    </Page>
  );
}
