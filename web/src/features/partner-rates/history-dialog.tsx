import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { type RatePart, rateParts } from "#shared/office/rates.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import { writeRate } from "#shared/ui/office/rates.ts";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./rates.module.css";
import { historyQuery } from "./rates.ts";

/** The last rates of a partner with the times in which they held. */
export function HistoryDialog({ memId, part, onClose }: { memId: string; part: RatePart; onClose(): void }) {
  const { t } = useTranslation("partner-lower");
  const format = useFormat();
  const query = useQuery(historyQuery(memId));
  return (
    <Dialog title={t("historyOf", { memId })} onClose={onClose} wide>
      <QueryView query={query} skeleton={<Skeleton height="12rem" />}>
        {({ list, more }) => (
          <>
            {list.length === 0 && <p>{t("noRates")}</p>}
            <ol className={classes.lines}>
              {list.map((terms) => (
                <li key={terms.since}>
                  <strong>
                    {terms.since && format.dateTime(terms.since)} –{" "}
                    {terms.until ? format.dateTime(terms.until) : t("now")}
                  </strong>
                  <div>
                    {rateParts[part].map((key) => `${t(`rate.${key}`)} ${writeRate(terms.rates[key])}%`).join(" · ")}
                  </div>
                  {terms.reason && <p>{terms.reason}</p>}
                </li>
              ))}
            </ol>
            {more && <p>{t("historyMore")}</p>}
          </>
        )}
      </QueryView>
    </Dialog>
  );
}
