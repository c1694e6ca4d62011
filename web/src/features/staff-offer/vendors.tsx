import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useRight } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { List } from "#shared/ui/list/list.tsx";
import { RowButton } from "#shared/ui/list/row-actions.tsx";
import { AddVendor } from "./add-vendor.tsx";
import { CallsCell, Failing } from "./calls-cell.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { Nothing } from "./nothing.tsx";
import { type OfferedVendor, offerQuery } from "./offers.ts";
import { OpenCell } from "./open-cell.tsx";
import { useAdd } from "./use-add.tsx";
import { useSwitchColumns } from "./use-switch-columns.tsx";
import { Waits } from "./waits.tsx";

/** How often the figures are read again while the page is open, in milliseconds. */
const EVERY = 30_000;

/** The companies whose games the site offers, with what is open between the site and each of them. */
export function Vendors() {
  const { t } = useTranslation("offer");
  const format = useFormat();
  const query = useQuery({
    ...offerQuery,
    select: ({ vendors, waits }) => ({ list: vendors, waits }),
    refetchInterval: EVERY,
  });
  const mayKeys = useRight("catalogue");
  const add = useAdd("addVendor", (close) => <AddVendor onClose={close} />);
  const [open, setOpen] = useState<string | null>(null);
  const { columns, dialog } = useSwitchColumns<OfferedVendor>(
    "vendor",
    ({ id }) => ({ id, name: id }),
    () => "",
    ({ id }) =>
      mayKeys && (
        <RowButton label={t("keysOf", { name: id })} onClick={() => setOpen(id)}>
          {t("keysShort")}
        </RowButton>
      ),
  );
  const opened = query.data?.list.find(({ id }) => id === open);
  const keyText = ({ id, until }: OfferedVendor["keys"][number]) =>
    until ? t("keyUntil", { id, until: format.dateTime(until) }) : id;
  return (
    <>
      {add.bar}
      {query.data && <Waits waits={query.data.waits} />}
      <List
        density="compact"
        query={query}
        caption={t("part.vendors")}
        rowKey={(row) => row.id}
        columns={[
          {
            key: "name",
            head: t("vendor"),
            phone: "title",
            cell: ({ id, family, calls }) => (
              <>
                <strong>{id}</strong> <span className={staff.dim}>{family}</span> <Failing calls={calls} />
              </>
            ),
          },
          { key: "products", head: t("part.products"), align: "end", cell: (row) => format.number(row.products) },
          { key: "calls", head: t("calls"), cell: ({ calls }) => <CallsCell calls={calls} /> },
          {
            key: "wins",
            head: t("wins"),
            align: "end",
            cell: (row) => (
              <OpenCell kind="wins" vendor={row.id} count={row.wins} amount={row.winAmount} since={row.oldestWin} />
            ),
          },
          {
            key: "transfers",
            head: t("transfers"),
            align: "end",
            cell: (row) => (
              <OpenCell
                kind="transfers"
                vendor={row.id}
                count={row.transfers}
                amount={row.transferAmount}
                since={row.oldestTransfer}
              />
            ),
          },
          {
            key: "rounds",
            head: t("rounds"),
            align: "end",
            cell: (row) => (
              <OpenCell
                kind="rounds"
                vendor={row.id}
                count={row.rounds}
                amount={row.roundStake}
                since={row.oldestRound}
              />
            ),
          },
          {
            key: "debts",
            head: t("debts"),
            align: "end",
            cell: (row) => (
              <OpenCell kind="debts" vendor={row.id} count={row.debts} amount={row.debtAmount} since={null} />
            ),
          },
          {
            key: "keys",
            head: t("keys"),
            cell: ({ keys, networks }) => (
              <>
                <span className={staff.wrap}>{keys.map(keyText).join(", ") || "–"}</span>
                <br />
                <span className={`${staff.dim} ${staff.wrap}`}>{networks.join(", ") || t("networks.any")}</span>
              </>
            ),
          },
          ...columns,
        ]}
        empty={<Nothing />}
      />
      {dialog}
      {add.dialog}
      {opened && <KeysDialog vendor={opened} onClose={() => setOpen(null)} />}
    </>
  );
}
