import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import staff from "#shared/staff/staff.module.css";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { FilterSelect, ListBar } from "#shared/ui/list/list-page.tsx";
import { RowButton } from "#shared/ui/list/row-actions.tsx";
import { useSearch } from "#shared/use-search.ts";
import { AddGame } from "./add-game.tsx";
import { GameDialog } from "./game-dialog.tsx";
import classes from "./offer.module.css";
import { gamesQuery, type OfferedGame, offerQuery, offerSearch } from "./offers.ts";
import { useAdd } from "./use-add.tsx";
import { useGameName } from "./use-game-name.ts";
import { useSwitchColumns } from "./use-switch-columns.tsx";

/** The games: found by name or code, switched, and arranged in their lobbies. */
export function Games() {
  const { t } = useTranslation("offer");
  const { t: admin } = useTranslation("admin");
  const { search, filter, onPage } = useSearch(offerSearch);
  const { q = "", product = "", state, page = 1 } = search;
  const nameOf = useGameName();
  const [open, setOpen] = useState<OfferedGame | null>(null);
  const products = useQuery(offerQuery).data?.products ?? [];
  const query = useQuery(gamesQuery({ q: q.trim(), product, onlyOff: state === "off", page }));
  const { columns, dialog } = useSwitchColumns<OfferedGame>(
    "game",
    (row) => ({ id: row.code, name: nameOf(row) }),
    ({ within }) => within,
    (row) => (
      <RowButton label={t("editOf", { name: nameOf(row) })} onClick={() => setOpen(row)}>
        {t("edit")}
      </RowButton>
    ),
  );
  const add = useAdd("addGame", (close) => <AddGame product={product} onClose={close} />);
  const filtered = q !== "" || product !== "" || state !== undefined;
  return (
    <>
      <ListBar search={{ label: t("search"), value: q, onChange: (next) => filter({ q: next }) }} action={add.button}>
        <FilterSelect
          label={t("product")}
          value={product || undefined}
          onChange={(next) => filter({ product: next === "all" ? undefined : next })}
          options={products.map(({ procId, name }) => ({ value: procId, label: name }))}
        />
        <FilterSelect
          label={admin("column.status")}
          value={state}
          onChange={(next) => filter({ state: next })}
          options={[{ value: "off", label: t("state.off") }]}
        />
      </ListBar>
      <List
        density="compact"
        query={query}
        caption={t("part.games")}
        rowKey={(row) => row.code}
        onPage={onPage}
        columns={[
          {
            key: "name",
            head: t("game"),
            phone: "title",
            cell: (row) => (
              <span className={classes.game}>
                <img src={row.thumbnail} alt="" width={40} height={30} loading="lazy" />
                <span>
                  <strong>{nameOf(row)}</strong> <span className={staff.dim}>{row.code}</span>
                </span>
              </span>
            ),
          },
          { key: "product", head: t("product"), cell: (row) => row.product },
          {
            key: "badges",
            head: t("badges"),
            cell: (row) => [row.isNew && t("isNew"), row.isHot && t("isHot")].filter(Boolean).join(", ") || "–",
          },
          ...columns,
        ]}
        empty={
          <EmptyState art="queue" title={t(filtered ? "notFound" : "none")}>
            {t(filtered ? "notFoundText" : "noneText")}
          </EmptyState>
        }
      />
      {dialog}
      {add.dialog}
      {open && <GameDialog game={open} onClose={() => setOpen(null)} />}
    </>
  );
}
