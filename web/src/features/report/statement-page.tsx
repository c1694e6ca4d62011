import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { languages } from "#shared/i18n/languages.ts";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { Moved } from "./amounts.tsx";
import { kindText, unitText } from "./kind.ts";
import classes from "./report.module.css";
import { statementQuery, useStatementFile } from "./report.ts";
import { saveFile } from "./save-file.ts";
import { type StatementSearch, statementDays, statementMonths, statementSearch } from "./search.ts";

interface StatementPageProps {
  search: StatementSearch;
  onSearch(search: StatementSearch): void;
  /** Shown when nothing has moved yet: the first step. */
  begin: ReactNode;
}

/** Every move of the member's wallet in the last 12 months, to read and to keep as a file (S-20). */
export function StatementPage({ search, onSearch, begin }: StatementPageProps) {
  const { t } = useTranslation("report");
  const format = useFormat();
  const toast = useToast();
  const [now] = useState(() => Date.now());
  const months = statementMonths(format, now);
  const month = search.month !== undefined && months.includes(search.month) ? search.month : undefined;
  const days = statementDays(month, months);
  const query = useQuery(statementQuery(days, search.page ?? 1));
  const file = useStatementFile();
  const monthName = new Intl.DateTimeFormat(languages[format.language].tag, {
    year: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  const name = `statement-${month ?? `${months.at(-1)}-${months[0]}`}.csv`;
  const download = () =>
    file.mutate(days, {
      onSuccess: (blob) => {
        saveFile(blob, name);
        toast({ tone: "done", text: t("statement.saved", { name }) });
      },
    });
  return (
    <Page title={t("statement.title")} lead={t("statement.lead")}>
      <div className={classes.tools}>
        <SelectField
          label={t("period")}
          value={month ?? "all"}
          onChange={(next) => {
            file.reset();
            onSearch(statementSearch({ month: next }));
          }}
          options={[
            { value: "all", label: t("statement.year") },
            ...months.map((value) => ({ value, label: monthName.format(new Date(`${value}-01T00:00:00Z`)) })),
          ]}
        />
        <Button variant="quiet" icon={<Icon name="deposit" size={18} />} busy={file.isPending} onClick={download}>
          {t("statement.download")}
        </Button>
      </div>
      {file.isError && <ErrorState compact error={file.error} onRetry={download} />}
      <List
        query={query}
        caption={t("statement.title")}
        rowKey={(row) => row.no}
        columns={[
          { key: "kind", head: t("column.kind"), phone: "title", cell: (row) => t(kindText(row.kind)) },
          {
            key: "time",
            head: t("column.time"),
            cell: (row) => (
              <time className={classes.time} dateTime={row.createdAt}>
                {format.moment(row.createdAt)}
              </time>
            ),
          },
          { key: "unit", head: t("column.unit"), cell: (row) => t(unitText(row.unit)) },
          {
            key: "amount",
            head: t("column.amount"),
            align: "end",
            cell: (row) => <Moved amount={row.amount} unit={row.unit} />,
          },
          {
            key: "balance",
            head: t("column.balance"),
            align: "end",
            cell: (row) => <Money amount={row.balance} unit={row.unit === "point" ? "points" : "cash"} />,
          },
          { key: "no", head: t("column.no"), align: "end", cell: (row) => format.number(row.no) },
        ]}
        onPage={(page) => onSearch(statementSearch({ ...search, page }))}
        height="28rem"
        empty={
          <EmptyState art="history" title={t("statement.empty")} action={month === undefined && begin}>
            {t(month === undefined ? "statement.emptyText" : "statement.noneText")}
          </EmptyState>
        }
      />
    </Page>
  );
}
