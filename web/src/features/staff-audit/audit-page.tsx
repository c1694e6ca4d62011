import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { FileFormat } from "#shared/api/client.ts";
import { daysRequest } from "#shared/days.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { saveFile } from "#shared/save-file.ts";
import { actions, isAction, useActionName } from "#shared/staff/audit-actions.ts";
import { ListViews } from "#shared/staff/list-views.tsx";
import { DateRange } from "#shared/ui/date-range.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Field } from "#shared/ui/field.tsx";
import { FileMenu } from "#shared/ui/file-menu.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { FilterSelect, Lead, ListBar, ListPage } from "#shared/ui/list/list-page.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useToast } from "#shared/ui/toast.tsx";
import { useRest } from "#shared/use-rest.ts";
import { useSearch } from "#shared/use-search.ts";
import classes from "./audit.module.css";
import { auditFilters, auditQuery, auditSearch, type Entry, useAuditFile } from "./audit.ts";
import { EntryDetail } from "./entry-detail.tsx";
import { Verify } from "./verify.tsx";

/** The record of actions of staff and significant events: search, one entry in full, the check of the chain, the list as a file. */
export function AuditPage() {
  const { t } = useTranslation(["audit", "admin"]);
  const format = useFormat();
  const actionName = useActionName();
  const toast = useToast();
  const { search, set, filter, replace, onPage } = useSearch(auditSearch);
  const { action, from, to, page = 1, entry } = search;
  const actor = useRest(search.actor ?? "");
  const target = useRest(search.target ?? "");
  const days = { ...(from && { from }), ...(to && { to }) };
  const wanted = { actor, action: action ?? "", target, ...daysRequest(days) };
  const query = useQuery(auditQuery(wanted, page));
  const file = useAuditFile();
  const chosen = query.data?.list.find(({ idx }) => idx === entry);
  const download = (format: FileFormat) => {
    const name = `${["audit", from, to].filter(Boolean).join("-")}.${format}`;
    file.mutate([wanted, format], {
      onSuccess: ({ blob }) => {
        saveFile(blob, name);
        toast({ tone: "done", text: t("exported", { name }) });
      },
    });
  };
  const columns: Column<Entry>[] = [
    { key: "at", head: t("at"), phone: "when", cell: (row) => format.moment(row.at) },
    {
      key: "action",
      head: t("action"),
      phone: "title",
      cell: (row) => actionName(row.action),
    },
    { key: "actor", head: t("actor"), phone: "state", cell: (row) => row.actor },
    { key: "target", head: t("target"), phone: "amount", cell: (row) => row.target },
    { key: "ip", head: t("ip"), cell: (row) => row.ip || t("program") },
  ];
  return (
    <ListPage
      title={t("title")}
      lead={t("lead")}
      filters={
        <>
          <ListBar action={<FileMenu label={t("export")} busy={file.isPending} onChoose={download} />}>
            <Field
              type="search"
              label={t("actor")}
              placeholder={t("actorHint")}
              value={search.actor ?? ""}
              onChange={(next) => filter({ actor: next })}
            />
            <FilterSelect
              label={t("action")}
              value={action !== undefined && isAction(action) ? action : undefined}
              onChange={(next) => filter({ action: next === "all" ? undefined : next })}
              options={actions.map((value) => ({ value, label: t(`action.${value}`) }))}
            />
            <Field
              type="search"
              label={t("target")}
              placeholder={t("targetHint")}
              value={search.target ?? ""}
              onChange={(next) => filter({ target: next })}
            />
            <div className={classes.days}>
              <DateRange
                value={days}
                all={t("days")}
                onChange={(next) => filter({ from: undefined, to: undefined, ...next })}
              />
            </div>
          </ListBar>
          <ListViews list="audit" search={search} read={auditFilters} onShow={replace} />
          <Refusal error={file.error} />
          {file.data?.cut && <p role="status">{t("admin:file.cut")}</p>}
          <Verify />
        </>
      }
      aside={{
        label: t("detail"),
        content: chosen ? (
          <EntryDetail key={chosen.idx} entry={chosen} />
        ) : (
          query.data?.list.length !== 0 && <Lead>{t("choose")}</Lead>
        ),
      }}
    >
      <List
        density="compact"
        query={query}
        caption={t("title")}
        name="audit"
        exported
        rowKey={(row) => row.idx}
        columns={columns}
        onPage={onPage}
        chosen={entry}
        onChoose={(row) => set({ entry: row.idx })}
        empty={
          <EmptyState art="history" title={t("none")}>
            {t("noneText")}
          </EmptyState>
        }
      />
    </ListPage>
  );
}
