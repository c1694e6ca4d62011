import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useToast } from "#shared/ui/toast.tsx";
import { useSearch } from "#shared/use-search.ts";
import { type Notice, newOn, noticesSearch, useNotices, useSee } from "./notices.ts";

/** The security notices about accounts of staff, until this master has seen them (S-79). */
export function NoticesPage() {
  const { t } = useTranslation(["notices", "admin"]);
  const format = useFormat();
  const toast = useToast();
  const { search, onPage } = useSearch(noticesSearch);
  const query = useNotices(search.page ?? 1);
  const see = useSee();
  const shown = newOn(query.data?.list ?? []);
  const many = (query.data?.pageInfo.pages ?? 0) > 1;
  const textOf = ({ kind, ip, looks, about }: Notice) => {
    if (kind === "settings") return t("settings");
    if (kind === "key") return t("key", { about });
    return kind === "looks" ? t("looks", { times: format.number(looks) }) : t("login", { ip });
  };
  const columns: Column<Notice>[] = [
    { key: "at", head: t("at"), phone: "when", cell: (row) => format.moment(row.at) },
    { key: "account", head: t("account"), phone: "title", cell: (row) => <strong>{row.memId || t("command")}</strong> },
    {
      key: "state",
      head: t("state"),
      phone: "state",
      cell: ({ seen }) => <StatusPill tone={seen ? "calm" : "busy"}>{t(seen ? "seen" : "new")}</StatusPill>,
    },
    {
      key: "what",
      head: t("what"),
      cell: (row) => <span className={staff.wrap}>{textOf(row)}</span>,
    },
  ];
  return (
    <ListPage title={t("admin:nav.notices")} lead={t("lead")}>
      {shown && (
        <div className={staff.buttons}>
          <Button
            variant="quiet"
            busy={see.isPending}
            onClick={() =>
              see.mutate(shown, { onSuccess: () => toast({ tone: "done", text: t(many ? "donePage" : "done") }) })
            }
          >
            {t(many ? "seePage" : "see")}
          </Button>
        </div>
      )}
      <Refusal error={see.error} />
      <List
        density="compact"
        query={query}
        caption={t("admin:nav.notices")}
        rowKey={(row) => row.idx}
        columns={columns}
        onPage={onPage}
        empty={
          <EmptyState art="queue" title={t("none")}>
            {t("noneText")}
          </EmptyState>
        }
      />
    </ListPage>
  );
}
