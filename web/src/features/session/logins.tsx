import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import classes from "./account.module.css";
import { loginsQuery } from "./account.ts";

interface LoginsProps {
  page: number;
  onPage(page: number): void;
}

/** The history of logins and failed attempts, with time and place. */
export function Logins({ page, onPage }: LoginsProps) {
  const { t } = useTranslation("session");
  const format = useFormat();
  const faultText = useFaultText();
  const query = useQuery(loginsQuery(page));
  return (
    <section className={classes.logins} aria-labelledby="logins">
      <h2 id="logins">{t("logins.title")}</h2>
      <List
        query={query}
        caption={t("logins.title")}
        rowKey={(row) => `${row.at}-${row.ip}-${row.result}`}
        columns={[
          { key: "at", head: t("logins.at"), phone: "title", cell: (row) => format.moment(row.at) },
          { key: "ip", head: t("logins.ip"), phone: "when", cell: (row) => row.ip || "–" },
          {
            key: "result",
            head: t("logins.result"),
            phone: "amount",
            cell: (row) =>
              row.result === "200" ? (
                <StatusPill tone="good">{t("logins.ok")}</StatusPill>
              ) : (
                <span className={classes.refused}>
                  <StatusPill tone="bad">{t("logins.refused")}</StatusPill>
                  <small>{faultText(new ApiError(row.result))}</small>
                </span>
              ),
          },
        ]}
        onPage={onPage}
        height="22rem"
        empty={<EmptyState compact art="history" title={t("logins.empty")} />}
      />
    </section>
  );
}
