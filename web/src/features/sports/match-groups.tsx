import { useAtomValue, useSetAtom } from "jotai";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Match } from "#shared/sports/book.ts";
import { oddsFormAtom } from "#shared/sports/odds-form.ts";
import { type Selection, selectionOf } from "#shared/sports/selection.ts";
import { SportIcon } from "#shared/sports/sport-icon.tsx";
import { isSport } from "#shared/sports/sports.ts";
import { useSportWords } from "#shared/sports/words.ts";
import { MatchList } from "#shared/ui/bet/match-list.tsx";
import { useNow } from "#shared/use-now.ts";
import { keptMatchesAtom, withStar } from "./favourites.ts";
import classes from "./sports.module.css";
import { columnsOf, type Listed, marketOf, useRows } from "./use-rows.ts";

/** Minutes of a match are written; a few seconds late is early enough. */
const CLOCK_MS = 10_000;

interface MatchGroupsProps {
  /** Pages of matches; a page's leagues stay where they are when the next one comes. */
  pages: readonly (readonly Match[])[];
  listed: Listed;
  /** The IDs of the selections on the slip. */
  chosen: ReadonlySet<string>;
  onChoose(selection: Selection): void;
  onOpen(eventIdx: number): void;
  /** Told which matches are in sight. */
  onSight(eventIdxs: readonly number[]): void;
}

interface Group {
  key: string;
  matches: Match[];
}

function groupsOf(pages: MatchGroupsProps["pages"]): Group[] {
  return pages.flatMap((page, at) => {
    const groups = new Map<number, Match[]>();
    for (const match of page) groups.set(match.leagueIdx, [...(groups.get(match.leagueIdx) ?? []), match]);
    return [...groups].map(([league, matches]) => ({ key: `${at}-${league}`, matches }));
  });
}

/** Matches league by league. */
export function MatchGroups({ pages, listed, chosen, onChoose, onOpen, onSight }: MatchGroupsProps) {
  const { t } = useTranslation("sports");
  const words = useSportWords();
  const now = useNow(CLOCK_MS);
  const form = useAtomValue(oddsFormAtom);
  const kept = useAtomValue(keptMatchesAtom);
  const keep = useSetAtom(keptMatchesAtom);
  const rowOf = useRows(listed, kept, now);
  const groups = groupsOf(pages);
  const inSight = useInSight(groups, onSight);

  // The rows keep their handlers while prices move, or all of them would be drawn again.
  const all = useRef<readonly Match[]>([]);
  all.current = pages.flat();
  const choose = useCallback(
    (id: string) => {
      for (const match of all.current) {
        const selection = selectionOf(match, id);
        if (selection) return onChoose(selection);
      }
    },
    [onChoose],
  );
  const open = useCallback((id: string) => onOpen(Number(id)), [onOpen]);
  const star = useCallback((id: string, starred: boolean) => keep(withStar(Number(id), starred)), [keep]);

  return groups.map(({ key, matches }) => {
    const [first] = matches;
    if (!first) return null;
    const draws = matches.some((match) => marketOf(match, "winner")?.kind === "1x2");
    const columns = columnsOf(listed, draws, t("column.over"), t("column.under"));
    return (
      <section key={key} ref={inSight} data-group={key} className={classes.group}>
        <h2 className={classes.league}>
          {isSport(first.sport) && <SportIcon sport={first.sport} size={18} />}
          <span>
            <span className={classes.sport}>{words.sport(first.sport)}</span>{" "}
            {[words.country(first.country), first.leagueName].filter(Boolean).join(" · ")}
          </span>
        </h2>
        <MatchList
          name={`${words.sport(first.sport)}, ${first.leagueName}`}
          columns={columns}
          matches={matches.map((match) => rowOf(match, columns.length))}
          density="standard"
          form={form}
          chosen={chosen}
          onChoose={choose}
          onOpen={open}
          onFavourite={star}
        />
      </section>
    );
  });
}

/** Tells which matches are in the window, by their groups. Returns the ref of a group. */
function useInSight(groups: readonly Group[], onSight: (eventIdxs: readonly number[]) => void) {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const observer = useRef<IntersectionObserver>(undefined);
  const watch = useCallback((section: HTMLElement | null) => {
    if (!section) return;
    observer.current ??= new IntersectionObserver((entries) =>
      setShown((before) => {
        const next = new Set(before);
        for (const { target, isIntersecting } of entries) {
          const key = target instanceof HTMLElement ? (target.dataset.group ?? "") : "";
          if (isIntersecting) next.add(key);
          else next.delete(key);
        }
        return next;
      }),
    );
    const { current } = observer;
    current.observe(section);
    return () => current.unobserve(section);
  }, []);
  useEffect(() => () => observer.current?.disconnect(), []);

  const ids = groups
    .filter(({ key }) => shown.has(key))
    .flatMap(({ matches }) => matches.map(({ eventIdx }) => eventIdx));
  const list = ids.join(",");
  useEffect(() => onSight(list === "" ? [] : list.split(",").map(Number)), [list, onSight]);
  return watch;
}
