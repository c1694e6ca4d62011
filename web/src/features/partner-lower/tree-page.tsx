import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { usePartnerRight } from "#shared/partner/session.ts";
import { searchOf, textOf } from "#shared/search.ts";
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
import { CardSheet } from "./card-sheet.tsx";
import classes from "./lower.module.css";
import { type Node, treePages } from "./lower.ts";
import { Role, Status } from "./status.tsx";

type Row = PagedRow<Node>;

const treeSearch = searchOf({ member: textOf });

/** The tree below the partner: a node is read when it is opened, a hundred accounts at a time. Balances need the right to see money. */
export function LowerTreePage() {
  const { t } = useTranslation("partner-lower");
  const format = useFormat();
  const { search, set } = useSearch(treeSearch);
  const { open, setOpen, top, below, readMore } = useTreePages(treePages);
  const seesMoney = usePartnerRight("money.read");
  const balance = (amount: number | null | undefined) => typeof amount === "number" && <Money amount={amount} />;
  const balances: Column<Row>[] = [
    { key: "cash", head: t("cash"), align: "end", cell: ({ item: node }) => balance(node?.cashAmt) },
    {
      key: "below",
      head: t("cashBelow"),
      align: "end",
      phone: "amount",
      cell: ({ item: node }) => node?.partner && balance(node.branch.cash),
    },
  ];
  const columns: Column<Row>[] = [
    {
      key: "account",
      head: t("account"),
      phone: "title",
      cell: ({ item: node, more }) =>
        node ? (
          <>
            {node.memId} <span className={classes.dim}>{node.memNick}</span>
          </>
        ) : (
          <Button size="sm" variant="ghost" onClick={() => readMore(more)}>
            {t("more")}
          </Button>
        ),
    },
    {
      key: "kind",
      head: t("kind"),
      cell: ({ item: node }) => node && <Role partner={node.partner} level={node.partnerLevel} />,
    },
    {
      key: "status",
      head: t("status"),
      phone: "state",
      cell: ({ item: node }) => node && <Status status={node.status} />,
    },
    {
      key: "members",
      head: t("members"),
      align: "end",
      cell: ({ item: node }) => node?.partner && format.number(node.branch.members),
    },
    {
      key: "partners",
      head: t("partners"),
      align: "end",
      cell: ({ item: node }) => node?.partner && format.number(node.branch.partners),
    },
    {
      key: "online",
      head: t("online"),
      align: "end",
      cell: ({ item: node }) =>
        node && (node.partner ? format.number(node.branch.online) : node.online ? t("online") : "–"),
    },
    ...(seesMoney ? balances : []),
  ];
  return (
    <ListPage title={t("treeTitle")} lead={t("treeLead")}>
      {top && (
        <QueryView query={top} skeleton={<Skeleton height="28rem" />}>
          {({ self, list }) => (
            <div>
              <p className={classes.summary}>
                {t(self.cash === null ? "treeCounts" : "treeTotals", {
                  members: format.number(self.members),
                  partners: format.number(self.partners),
                  online: format.number(self.online),
                  amount: format.money(self.cash ?? 0),
                })}
              </p>
              {list.length === 0 ? (
                <EmptyState art="queue" title={t("none")}>
                  {t("noneText")}
                </EmptyState>
              ) : (
                <TreeTable
                  caption={t("treeTitle")}
                  columns={columns}
                  roots={below("") ?? []}
                  rowKey={({ item: node, more }) => (node ? node.memId : `${more.above}|${more.after}`)}
                  nameOf={({ item: node }) => node?.memId ?? t("more")}
                  hasChildren={({ item: node }) => node !== undefined && node.branch.members + node.branch.partners > 0}
                  childrenOf={({ item: node }) => (node ? below(node.memId) : [])}
                  open={open}
                  onOpen={setOpen}
                  onRow={({ item: node }) => node && set({ member: node.memId })}
                />
              )}
            </div>
          )}
        </QueryView>
      )}
      {search.member && (
        <CardSheet
          memId={search.member}
          onOther={(next) => set({ member: next })}
          onClose={() => set({ member: "" })}
        />
      )}
    </ListPage>
  );
}
