import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { rateKeys } from "#shared/office/rates.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { writeRate } from "#shared/ui/office/rates.ts";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { Logins } from "./logins.tsx";
import classes from "./partners.module.css";
import { cardQuery } from "./partners.ts";
import { PT } from "./pt.tsx";
import { RatesForm } from "./rates-form.tsx";
import { RightsForm } from "./rights-form.tsx";

/** A partner: where it stands, its rates with their history, and what it may do. */
export function PartnerSheet({ memId, onClose }: { memId: string; onClose(): void }) {
  const { t } = useTranslation("partners");
  const format = useFormat();
  const query = useQuery(cardQuery(memId));
  return (
    <Dialog kind="sheet" wide title={memId} onClose={onClose}>
      <QueryView query={query} skeleton={<Skeleton height="40rem" />}>
        {(card) => (
          <div className={classes.sheet}>
            <Facts
              facts={[
                { name: t("nick"), value: card.memNick },
                { name: t("level"), value: t("levelOf", { level: card.partnerLevel }) },
                { name: t("upline"), value: card.upline.join(" › ") },
                {
                  name: t("lastChange"),
                  value: card.current.since
                    ? `${format.dateTime(card.current.since)} · ${card.current.by}`
                    : t("noRates"),
                },
              ]}
            />
            <PT card={card} />
            <RatesForm key={`rates${card.current.since}`} card={card} />
            <RightsForm key={`rights${card.rights.version}`} card={card} />
            <Logins card={card} />
            {card.history.length > 0 && (
              <section>
                <h3>{t("history")}</h3>
                <ol className={classes.history}>
                  {card.history.map((terms) => (
                    <li key={terms.since}>
                      <strong>
                        {terms.since && format.dateTime(terms.since)} –{" "}
                        {terms.until ? format.dateTime(terms.until) : t("now")}
                      </strong>
                      <p>
                        {terms.by} {terms.reason}
                      </p>
                      <p>{rateKeys.map((key) => `${t(`rate.${key}`)} ${writeRate(terms.rates[key])}%`).join(" · ")}</p>
                    </li>
                  ))}
                </ol>
              </section>
            )}
          </div>
        )}
      </QueryView>
    </Dialog>
  );
}
