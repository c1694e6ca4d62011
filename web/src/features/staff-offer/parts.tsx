import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { List } from "#shared/ui/list/list.tsx";
import { AddProduct } from "./add-product.tsx";
import { Nothing } from "./nothing.tsx";
import { type OfferedGroup, type OfferedProduct, offerQuery } from "./offers.ts";
import { useAdd } from "./use-add.tsx";
import { useGroupName } from "./use-group-name.ts";
import { useSwitchColumns } from "./use-switch-columns.tsx";

/** The groups of games, from casino to virtual games. */
export function Groups() {
  const { t } = useTranslation("offer");
  const format = useFormat();
  const name = useGroupName();
  const query = useQuery({ ...offerQuery, select: ({ groups }) => ({ list: groups }) });
  const { columns, dialog } = useSwitchColumns<OfferedGroup>("group", ({ code }) => ({ id: code, name: name(code) }));
  return (
    <>
      <List
        density="compact"
        query={query}
        caption={t("part.groups")}
        rowKey={(row) => row.code}
        columns={[
          { key: "name", head: t("group"), phone: "title", cell: ({ code }) => <strong>{name(code)}</strong> },
          { key: "products", head: t("part.products"), align: "end", cell: (row) => format.number(row.products) },
          ...columns,
        ]}
      />
      {dialog}
    </>
  );
}

/** The products: the lobby of a studio, or a kind of game. */
export function Products() {
  const { t } = useTranslation("offer");
  const format = useFormat();
  const groupName = useGroupName();
  const query = useQuery({ ...offerQuery, select: ({ products }) => ({ list: products }) });
  const { columns, dialog } = useSwitchColumns<OfferedProduct>("product", ({ procId, name }) => ({ id: procId, name }));
  const add = useAdd("addProduct", (close) => <AddProduct onClose={close} />);
  return (
    <>
      {add.bar}
      <List
        density="compact"
        query={query}
        caption={t("part.products")}
        rowKey={(row) => row.procId}
        columns={[
          {
            key: "name",
            head: t("product"),
            phone: "title",
            cell: ({ name, procId }) => (
              <>
                <strong>{name}</strong> <span className={staff.dim}>{procId}</span>
              </>
            ),
          },
          { key: "group", head: t("group"), cell: (row) => groupName(row.groupCode) },
          { key: "vendor", head: t("vendor"), cell: (row) => row.vendor },
          { key: "games", head: t("part.games"), align: "end", cell: (row) => format.number(row.games) },
          ...columns,
        ]}
        empty={<Nothing />}
      />
      {dialog}
      {add.dialog}
    </>
  );
}
