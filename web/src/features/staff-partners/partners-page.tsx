import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { Money } from "#shared/ui/money.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { TreeTable } from "#shared/ui/tree/tree-table.tsx";
import { type PagedRow, useTreePages } from "#shared/ui/tree/use-tree-pages.ts";
import { useSearch } from "#shared/use-search.ts";
import { PartnerSheet } from "./partner-sheet.tsx";
import { partnersSearch, treePages } from "./partners.ts";

type Row = PagedRow<Res<"/api/admin/partner/tree">["list"][number]>;

/** The partners of the site as a tree, and the card of each with its rates and rights. */
export function PartnersPage() {
  const { t } = useTranslation("partners");
  const format = useFormat();
  const { search, set } = useSearch(partnersSearch);
  const { open, setOpen, top, below, readMore } = useTreePages(treePages);
  const figure = (key: "members" | "partners" | "online"): Column<Row> => ({
    key,
    head: t(key),
    align: "end",
    cell: ({ item }) => item?.partner && format.number(item[key]),
  });
  const columns: Column<Row>[] = [
    {
      key: "account",
      head: t("account"),
      phone: "title",
      cell: ({ item, more }) =>
        item ? (
          `${item.memId} ${item.memNick}`
        ) : (
          <Button size="sm" variant="ghost" onClick={() => readMore(more)}>
            {t("more")}
          </Button>
        ),
    },
    {
      key: "level",
      head: t("level"),
      phone: "state",
      cell: ({ item }) => item && (item.partner ? t("levelOf", { level: item.partnerLevel }) : t("member")),
    },
    figure("members"),
    figure("partners"),
    figure("online"),
    {
      key: "cash",
      head: t("cash"),
      align: "end",
      phone: "amount",
      cell: ({ item }) => item?.partner && <Money amount={item.cash} />,
    },
  ];
  return (
    <ListPage title={t("title")} lead={t("lead")}>
      {top && (
        <QueryView query={top} skeleton={<Skeleton height="28rem" />}>
          {({ list }) =>
            list.length === 0 ? (
              <EmptyState art="queue" title={t("none")}>
                {t("noneText")}
              </EmptyState>
            ) : (
              <TreeTable
                caption={t("title")}
                columns={columns}
                roots={below("") ?? []}
                rowKey={({ item, more }) => (item ? item.memId : `${more.above}|${more.after}`)}
                nameOf={({ item }) => item?.memId ?? t("more")}
                hasChildren={({ item }) => item !== undefined && item.members + item.partners > 0}
                childrenOf={({ item }) => (item ? below(item.memId) : [])}
                open={open}
                onOpen={setOpen}
                onRow={({ item }) => item?.partner && set({ partner: item.memId })}
              />
            )
          }
        </QueryView>
      )}
      {search.partner && <PartnerSheet memId={search.partner} onClose={() => set({ partner: "" })} />}
    </ListPage>
  );
}
