import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { shownLanguage } from "#shared/i18n/i18n.ts";
import { useSportWords } from "#shared/sports/words.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Field } from "#shared/ui/field.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { useRest } from "#shared/use-rest.ts";
import { namesQuery, type Parked, type Unknown, useSettle } from "./parked.ts";
import classes from "./staff-sports.module.css";

interface UnknownNameProps {
  parked: Parked;
  unknown: Unknown;
  onDone(): void;
}

/** Searches our teams or leagues for a name of a feed, and keeps which of them it is. */
export function UnknownName({ parked, unknown, onDone }: UnknownNameProps) {
  const { t } = useTranslation("trading");
  const words = useSportWords();
  const toast = useToast();
  const confirm = useConfirm();
  const { mutateAsync: settle } = useSettle();
  const [text, setText] = useState(unknown.name);
  const kind = unknown.kind === "league" ? "league" : "team";
  const query = useQuery(namesQuery(kind, parked.sport, useRest(text.trim()), shownLanguage()));
  const choose = (idx: number, name: string) =>
    confirm.ask({
      title: t("aliasTitle", { name: unknown.name, target: name }),
      text: t("aliasText", { feed: parked.feed }),
      confirm: t("alias"),
      run: async () => {
        const target = kind === "league" ? { leagueIdx: idx } : { teamIdx: idx };
        await settle({ idx: parked.idx, how: "alias", name: unknown.name, ...target });
        toast({ tone: "done", text: t("aliasDone", { name: unknown.name, target: name }) });
        onDone();
      },
      words: (error) => (isCode(error, "C019") ? t("parkedStale") : undefined),
    });
  const title = t(kind === "league" ? "unknown.league" : "unknown.team", { name: unknown.name });
  return (
    <section className={classes.unknown} aria-label={title}>
      <h3>{title}</h3>
      <Field
        type="search"
        label={t(kind === "league" ? "find.league" : "find.team")}
        value={text}
        onChange={setText}
        hint={t("findHint")}
      />
      <QueryView query={query} compact skeleton={<Skeleton height="3rem" radius="var(--radius-m)" />}>
        {({ list }) =>
          list.length === 0 ? (
            <p role="status" className={staff.dim}>
              {t("findNone")}
            </p>
          ) : (
            <ul className={classes.names}>
              {list.map(({ idx, name, country }) => (
                <li key={idx}>
                  <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={() => choose(idx, name)}>
                    {country === "" ? name : `${name} (${words.country(country)})`}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      {confirm.dialog}
    </section>
  );
}
