import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SportNode } from "#shared/sports/book.ts";
import { isSport } from "#shared/sports/sports.ts";
import { useSportWords } from "#shared/sports/words.ts";
import { LeagueTree } from "#shared/ui/bet/league-tree.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import type { SportsSearch } from "./search.ts";
import classes from "./sports.module.css";

interface LeaguesProps {
  sports: readonly SportNode[] | undefined;
  search: SportsSearch;
  onChoose(sport: SportsSearch["sport"], league?: number): void;
}

/** Sports and leagues as a tree beside the matches, where there is room for it. */
export function LeaguesBeside(props: LeaguesProps) {
  const { t } = useTranslation("sports");
  return (
    <nav className={classes.tree} aria-label={t("leagues")}>
      {props.sports ? <Tree {...props} sports={props.sports} /> : <Skeleton height="30rem" radius="var(--radius-m)" />}
    </nav>
  );
}

/** The same as a sheet. */
export function LeaguesButton(props: LeaguesProps) {
  const { t } = useTranslation("sports");
  const { sports, search, onChoose } = props;
  const [open, setOpen] = useState(false);
  const chosen = sports?.flatMap(({ leagues }) => leagues).find(({ leagueIdx }) => leagueIdx === search.league);
  return (
    <div className={classes.leagueButton}>
      <Button variant="quiet" icon={<Icon name="menu" size={18} />} onClick={() => setOpen(true)}>
        {chosen?.name ?? t("leagues")}
      </Button>
      {chosen && (
        <Button variant="ghost" onClick={() => onChoose(search.sport)}>
          {t("league.all")}
        </Button>
      )}
      {open && sports && (
        <Dialog title={t("leagues")} onClose={() => setOpen(false)}>
          <Tree
            {...props}
            sports={sports}
            onChoose={(sport, league) => {
              setOpen(false);
              onChoose(sport, league);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

function Tree({ sports, search, onChoose }: LeaguesProps & { sports: readonly SportNode[] }) {
  const { t } = useTranslation("sports");
  const words = useSportWords();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(search.sport && [search.sport]));
  return (
    <LeagueTree
      label={t("leagues")}
      open={search.sport ? new Set([...open, search.sport]) : open}
      {...(search.league && { chosen: String(search.league) })}
      onOpen={setOpen}
      onChoose={(key) => {
        const of = sports.find(({ leagues }) => leagues.some(({ leagueIdx }) => String(leagueIdx) === key));
        if (of && isSport(of.sport)) onChoose(of.sport, Number(key));
      }}
      nodes={sports.map(({ sport, live, upcoming, leagues }) => ({
        key: sport,
        name: words.sport(sport),
        count: live + upcoming,
        children: leagues.map((league) => ({
          key: String(league.leagueIdx),
          name: league.name,
          count: league.live + league.upcoming,
        })),
      }))}
    />
  );
}
