import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { ConfirmDialog } from "#shared/ui/confirm-dialog.tsx";
import { DataTable } from "#shared/ui/data-table.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useTitle } from "#shared/ui/title.ts";
import { useToast } from "#shared/ui/toast.tsx";
import { useAddress } from "../address.ts";
import classes from "../shell/desk.module.css";
import { BlockDialog } from "./block-dialog.tsx";
import { type Block, blockKinds, blockListQuery, blockSearch, isBlockKind, useLiftBlock } from "./blocks.ts";

/** With what nobody may sign up or log in. */
export function BlocksPage() {
  const { t } = useTranslation("admin");
  useTitle(t("nav.blocks"));
  const format = useFormat();
  const faultText = useFaultText();
  const toast = useToast();
  const [search, setSearch] = useAddress(blockSearch);
  const { kind = "", q = "", page = 1 } = search;
  const query = useQuery(blockListQuery(kind, q, page));
  const lift = useLiftBlock();
  const [adding, setAdding] = useState(false);
  const [lifting, setLifting] = useState<Block | null>(null);
  const close = () => {
    lift.reset();
    setLifting(null);
  };
  return (
    <div className={classes.page}>
      <h1>{t("nav.blocks")}</h1>
      <div className={classes.filters}>
        <Field
          label={t("filter.search")}
          type="search"
          value={q}
          onChange={(next) => setSearch(blockSearch({ ...search, q: next, page: 1 }))}
        />
        <SelectField
          label={t("block.kind")}
          value={kind === "" ? "all" : kind}
          onChange={(next) => setSearch(blockSearch({ ...search, kind: next, page: 1 }))}
          options={[
            { value: "all", label: t("filter.all") },
            ...blockKinds.map((one) => ({ value: one, label: t(`block.kind.${one}`) })),
          ]}
        />
        <Button icon={<Icon name="block" size={18} />} aria-haspopup="dialog" onClick={() => setAdding(true)}>
          {t("block.add")}
        </Button>
      </div>
      <QueryView query={query} skeleton={<Skeleton height="28rem" radius="var(--radius-m)" />}>
        {({ list, pageInfo }) =>
          list.length === 0 ? (
            <EmptyState art="queue" title={t("block.none")}>
              {t("block.noneText")}
            </EmptyState>
          ) : (
            <div className={classes.list}>
              <DataTable
                dense
                caption={t("nav.blocks")}
                rows={list}
                rowKey={(row) => row.id}
                columns={[
                  {
                    key: "value",
                    head: t("column.value"),
                    foot: t("foot.count", { count: pageInfo.total }),
                    cell: (row) => <strong>{row.value}</strong>,
                  },
                  {
                    key: "kind",
                    head: t("block.kind"),
                    cell: (row) => (isBlockKind(row.kind) ? t(`block.kind.${row.kind}`) : row.kind),
                  },
                  { key: "reason", head: t("column.reason"), cell: (row) => row.reason },
                  { key: "by", head: t("column.by"), cell: (row) => row.blockedBy },
                  { key: "at", head: t("column.at"), cell: (row) => format.dateTime(row.at) },
                  {
                    key: "actions",
                    head: t("column.do"),
                    align: "end",
                    cell: (row) => (
                      <span className={classes.rowActions}>
                        <Button
                          variant="ghost"
                          size="sm"
                          aria-haspopup="dialog"
                          aria-label={t("block.liftOf", { value: row.value })}
                          onClick={() => setLifting(row)}
                        >
                          {t("block.lift")}
                        </Button>
                      </span>
                    ),
                  },
                ]}
              />
              <Pager
                page={pageInfo.page}
                pages={pageInfo.pages}
                onPage={(next) => setSearch(blockSearch({ ...search, page: next }))}
              />
            </div>
          )
        }
      </QueryView>
      {adding && <BlockDialog onClose={() => setAdding(false)} />}
      {lifting && (
        <ConfirmDialog
          title={t("block.lift.title", { value: lifting.value })}
          confirm={t("block.lift")}
          busy={lift.isPending}
          onConfirm={() =>
            lift.mutate(lifting.id, {
              onSuccess: () => {
                toast({ tone: "done", text: t("block.lifted", { value: lifting.value }) });
                close();
              },
            })
          }
          onClose={close}
        >
          <p>{t("block.lift.text")}</p>
          {lift.error && (
            <p role="alert" className={classes.fault}>
              {faultText(lift.error)}
            </p>
          )}
        </ConfirmDialog>
      )}
    </div>
  );
}
