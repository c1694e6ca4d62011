import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FileFormat } from "#shared/api/client.ts";
import { daysRequest, historyRequest } from "#shared/days.ts";
import { saveFile } from "#shared/save-file.ts";
import { type HistorySearch, historySearch } from "#shared/search.ts";
import { DateRange, useDaysText } from "#shared/ui/date-range.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { FileMenu } from "#shared/ui/file-menu.tsx";
import { Filters } from "#shared/ui/filters.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Page } from "#shared/ui/page.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./report.module.css";
import { statementQuery, useStatementFile } from "./report.ts";
import { useStatementColumns } from "./statement-columns.tsx";

interface StatementPageProps {
  search: HistorySearch;
  onSearch(search: HistorySearch): void;
  /** Shown when nothing has moved yet: the first step. */
  begin: ReactNode;
}

/** Every move of the member's wallet in the last 12 months, to read and to keep as a file (S-20). */
export function StatementPage({ search, onSearch, begin }: StatementPageProps) {
  const { t } = useTranslation("report");
  const toast = useToast();
  const daysText = useDaysText();
  const { from, to, size } = search;
  const days = { ...(from && { from }), ...(to && { to }) };
  const query = useQuery(statementQuery(historyRequest(search)));
  const file = useStatementFile();
  const columns = useStatementColumns();
  const download = (format: FileFormat) =>
    file.mutate([daysRequest(days), format], {
      onSuccess: ({ blob }) => {
        const name = `${["statement", from, to].filter(Boolean).join("-")}.${format}`;
        saveFile(blob, name);
        toast({ tone: "done", text: t("statement.saved", { name }) });
      },
    });
  return (
    <Page title={t("statement.title")} lead={t("statement.lead")}>
      <div className={classes.tools}>
        <Filters chosen={[daysText(days) || t("statement.year")]}>
          <DateRange
            value={days}
            all={t("statement.year")}
            onChange={(next) => {
              file.reset();
              onSearch(historySearch({ ...next, size }));
            }}
          />
        </Filters>
        <FileMenu label={t("statement.download")} busy={file.isPending} onChoose={download} />
      </div>
      {file.isError && (
        <ErrorState compact error={file.error} onRetry={() => file.variables && download(file.variables[1])} />
      )}
      <List
        query={query}
        caption={t("statement.title")}
        rowKey={(row) => row.no}
        columns={columns}
        name="statement"
        exported
        onPage={(next) => onSearch(historySearch({ ...search, page: next }))}
        onSize={(next) => onSearch(historySearch({ ...days, size: next }))}
        height="28rem"
        empty={
          <EmptyState art="history" title={t("statement.empty")} action={!from && !to && begin}>
            {t(!from && !to ? "statement.emptyText" : "statement.noneText")}
          </EmptyState>
        }
      />
    </Page>
  );
}
