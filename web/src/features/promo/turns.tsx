import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Money } from "#shared/ui/money.tsx";
import classes from "./promo.module.css";
import { turnsQuery } from "./promo.ts";
import { Proof } from "./proof.tsx";

/** The member's turns, each with its proof. */
export function Turns({ page, onPage }: { page: number; onPage(page: number): void }) {
  const { t } = useTranslation("promo");
  const query = useQuery(turnsQuery(page));
  return (
    <section className={classes.form} aria-labelledby="turns">
      <h2 id="turns">{t("wheel.history")}</h2>
      <List
        query={query}
        caption={t("wheel.history")}
        rowKey={({ turn }) => turn.day}
        columns={[
          { key: "day", head: t("wheel.day"), phone: "title", cell: ({ turn }) => turn.day },
          {
            key: "won",
            head: t("wheel.prize"),
            phone: "amount",
            cell: ({ turn }) => <Money amount={turn.pointAmt} unit="points" />,
          },
          { key: "proof", head: t("wheel.proof"), cell: ({ prizes, turn }) => <Proof prizes={prizes} turn={turn} /> },
        ]}
        onPage={onPage}
        height="12rem"
        empty={<EmptyState compact art="history" title={t("wheel.historyEmpty")} />}
      />
    </section>
  );
}
