import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { shownLanguage } from "#shared/i18n/i18n.ts";
import { isSport, sports } from "#shared/sports/sports.ts";
import { useSportWords } from "#shared/sports/words.ts";
import { percentText } from "#shared/staff/percent.ts";
import { useRight } from "#shared/staff/session.ts";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListBar, ListPage } from "#shared/ui/list/list-page.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useRest } from "#shared/use-rest.ts";
import { useSearch } from "#shared/use-search.ts";
import { LeagueDialog } from "./league-dialog.tsx";
import { type League, offerSearch } from "./offer.ts";
import { namesQuery } from "./parked.ts";
import { SportDialog } from "./sport-dialog.tsx";
import classes from "./staff-sports.module.css";

/** The leagues of a sport with their switches and margins, below the switch of the whole sport. */
export function SportsOfferPage() {
  const { t } = useTranslation(["trading", "admin"]);
  const words = useSportWords();
  const { search, filter } = useSearch(offerSearch);
  const { sport = "soccer", q = "" } = search;
  const rested = useRest(q);
  const query = useQuery(namesQuery("league", sport, rested, shownLanguage()));
  // The switch of the sport stays while leagues are searched; a sport without leagues has one, too.
  const every = useQuery(namesQuery("league", sport, "", shownLanguage()));
  const whole = every.isPlaceholderData ? undefined : every.data; // which would be that of the sport before
  const mayTrade = useRight("trade");
  const [asked, setAsked] = useState<{ league: League; off: boolean } | null>(null);
  const [turning, setTurning] = useState(false);
  const sportName = words.sport(sport);
  const columns: Column<League>[] = [
    { key: "name", head: t("league"), phone: "title", value: (row) => row.name, cell: (row) => row.name },
    {
      key: "country",
      head: t("country"),
      phone: "when",
      value: (row) => words.country(row.country),
      cell: (row) => words.country(row.country) || "–",
    },
    {
      key: "state",
      head: t("admin:column.status"),
      phone: "state",
      cell: ({ off, sportOff }) => {
        if (off) return <StatusPill tone="busy">{t("off")}</StatusPill>;
        if (sportOff) return <StatusPill tone="busy">{t("sportOff")}</StatusPill>;
        return <StatusPill tone="good">{t("on")}</StatusPill>;
      },
    },
    {
      key: "margin",
      head: t("margin"),
      align: "end",
      phone: "amount",
      value: (row) => row.margin,
      cell: (row) => `${percentText(row.margin)}%`,
    },
  ];
  if (mayTrade) {
    columns.push({
      key: "do",
      head: t("admin:column.do"),
      align: "end",
      cell: (league) => {
        const { name, off } = league;
        return (
          <RowActions>
            <RowButton label={t("marginOf", { name })} onClick={() => setAsked({ league, off })}>
              {t("marginChange")}
            </RowButton>
            <RowButton
              variant={off ? "primary" : "quiet"}
              label={t(off ? "onOf" : "offOf", { name })}
              onClick={() => setAsked({ league, off: !off })}
            >
              {t(off ? "turnOn" : "turnOff")}
            </RowButton>
          </RowActions>
        );
      },
    });
  }
  return (
    <ListPage
      title={t("admin:nav.sportsOffer")}
      lead={t("offerLead")}
      filters={
        <ListBar search={{ value: q, onChange: (next) => filter({ q: next }) }}>
          <SelectField
            label={t("sport")}
            value={sport}
            onChange={(next) => isSport(next) && filter({ sport: next, q: undefined })}
            options={sports.map((value) => ({ value, label: words.sport(value) }))}
          />
        </ListBar>
      }
    >
      {whole && (
        <div className={classes.sport}>
          <strong>{sportName}</strong>
          <StatusPill tone={whole.sportOff ? "busy" : "good"}>{t(whole.sportOff ? "off" : "on")}</StatusPill>
          {mayTrade && (
            <Button
              size="sm"
              variant={whole.sportOff ? "primary" : "quiet"}
              aria-haspopup="dialog"
              onClick={() => setTurning(true)}
            >
              {t(whole.sportOff ? "onOf" : "offOf", { name: sportName })}
            </Button>
          )}
        </div>
      )}
      <List
        density="compact"
        query={query}
        caption={t("leagues", { sport: sportName })}
        rowKey={(row) => row.idx}
        columns={columns}
        empty={
          <EmptyState art="queue" title={t("leaguesNone")}>
            {t("leaguesNoneText")}
          </EmptyState>
        }
      />
      {asked && <LeagueDialog sport={sport} {...asked} onClose={() => setAsked(null)} />}
      {turning && whole && <SportDialog sport={sport} off={!whole.sportOff} onClose={() => setTurning(false)} />}
    </ListPage>
  );
}
