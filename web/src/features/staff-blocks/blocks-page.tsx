import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useShown } from "#shared/staff/personal.ts";
import { ShowPersonal } from "#shared/staff/show-personal.tsx";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { FilterSelect, ListBar, ListPage } from "#shared/ui/list/list-page.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { useSearch } from "#shared/use-search.ts";
import { BlockDialog } from "./block-dialog.tsx";
import {
  type Block,
  blockKinds,
  blockListQuery,
  blockSearch,
  isBlockKind,
  useClearBlocks,
  useLiftBlock,
} from "./blocks.ts";

/** The blocked value: a phone or an account is masked until it is shown. */
function Value({ row: { id, kind, value } }: { row: Block }) {
  const { of } = useShown("block", id);
  return (
    <>
      <strong>{of("value", value)}</strong>{" "}
      {kind !== "ip" && <ShowPersonal subject="block" id={String(id)} fields={["value"]} purpose="fraud" row={value} />}
    </>
  );
}

/** The list of blocked addresses, phones and bank accounts, which cannot be used to sign up or log in. */
export function BlocksPage() {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const { search, filter, onPage } = useSearch(blockSearch);
  const { kind, q = "", page = 1 } = search;
  const query = useQuery(blockListQuery(kind ?? "", q, page));
  const { mutateAsync: lift } = useLiftBlock();
  const { mutateAsync: clear } = useClearBlocks();
  const confirm = useConfirm();
  const [adding, setAdding] = useState(false);
  const columns: Column<Block>[] = [
    { key: "value", head: t("column.value"), cell: (row) => <Value row={row} /> },
    {
      key: "kind",
      head: t("block.kind"),
      cell: (row) => (isBlockKind(row.kind) ? t(`block.kind.${row.kind}`) : row.kind),
    },
    { key: "reason", head: t("column.reason"), cell: (row) => row.reason },
    { key: "by", head: t("column.by"), cell: (row) => row.blockedBy },
    { key: "at", head: t("column.at"), cell: (row) => format.dateTime(row.at) },
    {
      key: "until",
      head: t("block.until"),
      cell: ({ until, over }) => (
        <>
          {until ? format.dateTime(until) : t("block.for.0")}{" "}
          {over && <StatusPill tone="calm">{t("block.over")}</StatusPill>}
        </>
      ),
    },
    {
      key: "actions",
      head: t("column.do"),
      align: "end",
      cell: ({ id, value, over }) => (
        <RowActions>
          <RowButton
            label={t("block.liftOf", { value })}
            onClick={() =>
              confirm.ask({
                title: t("block.lift.title", { value }),
                text: t(over ? "block.lift.over" : "block.lift.text"),
                confirm: t("block.lift"),
                done: t("block.lifted", { value }),
                run: () => lift(id),
              })
            }
          >
            {t("block.lift")}
          </RowButton>
        </RowActions>
      ),
    },
  ];
  return (
    <ListPage
      title={t("nav.blocks")}
      filters={
        <ListBar
          search={{ value: q, onChange: (next) => filter({ q: next }) }}
          action={
            <Button icon={<Icon name="block" size={18} />} aria-haspopup="dialog" onClick={() => setAdding(true)}>
              {t("block.add")}
            </Button>
          }
        >
          <FilterSelect
            label={t("block.kind")}
            value={kind}
            onChange={(next) => filter({ kind: next })}
            options={blockKinds.map((value) => ({ value, label: t(`block.kind.${value}`) }))}
          />
        </ListBar>
      }
    >
      <List
        density="compact"
        query={query}
        caption={t("nav.blocks")}
        rowKey={(row) => row.id}
        columns={columns}
        onPage={onPage}
        above={({ list }) =>
          list.some(({ over }) => over) && (
            <div>
              <Button
                variant="quiet"
                aria-haspopup="dialog"
                onClick={() =>
                  confirm.ask({
                    title: t("block.clear.title"),
                    text: t("block.clear.text"),
                    confirm: t("block.clear"),
                    done: t("block.cleared"),
                    run: () => clear(),
                  })
                }
              >
                {t("block.clear")}
              </Button>
            </div>
          )
        }
        empty={
          <EmptyState art="queue" title={t("block.none")}>
            {t("block.noneText")}
          </EmptyState>
        }
      />
      {adding && <BlockDialog onClose={() => setAdding(false)} />}
      {confirm.dialog}
    </ListPage>
  );
}
