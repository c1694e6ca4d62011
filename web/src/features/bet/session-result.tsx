import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Net } from "#shared/ui/net.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./bet.module.css";
import { sumQuery } from "./bets.ts";

interface SessionResultProps {
  /** The login, in ms. */
  since: number;
  /** How long the member has been here, in words. */
  time: string;
}

/** Time and net result of settled bets since the login, and what is on open ones, plainly: one should not have to reckon it. */
export function SessionResult({ since, time }: SessionResultProps) {
  const { t } = useTranslation("bet");
  const format = useFormat();
  const query = useQuery(sumQuery(since));
  return (
    <QueryView query={query} compact skeleton={<Skeleton height="11rem" />}>
      {(sum) => (
        <Facts
          roomy
          facts={[
            {
              name: t("session.net"),
              value: (
                <span className={classes.big}>
                  <Net amount={sum.net} />
                </span>
              ),
            },
            { name: t("session.stake"), value: <Money amount={sum.stake} /> },
            ...(sum.open > 0 ? [{ name: t("session.open"), value: <Money amount={sum.open} /> }] : []),
            { name: t("session.rounds"), value: format.number(sum.rounds) },
            { name: t("session.time"), value: time },
          ]}
        />
      )}
    </QueryView>
  );
}
