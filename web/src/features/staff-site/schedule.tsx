import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListBar } from "#shared/ui/list/list-page.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { useSearch } from "#shared/use-search.ts";
import { WindowDialog } from "./window-dialog.tsx";
import {
  type Step,
  scheduleSearch,
  stateOf,
  useStaleWindow,
  useStepWindow,
  useWindowName,
  type WindowRow,
  windowsQuery,
} from "./windows.ts";

const tones = { planned: "info", running: "busy", ended: "calm", cancelled: "calm", missed: "bad" } as const;

const steps: Partial<Record<string, readonly Step[]>> = { planned: ["begin", "cancel"], running: ["end"] };

/** The scheduled maintenance of the site, its functions, providers and games, with the steps that staff may take before its time. */
export function Schedule() {
  const { t } = useTranslation("schedule");
  const { t: admin } = useTranslation("admin");
  const format = useFormat();
  const nameOf = useWindowName();
  const { search, onPage } = useSearch(scheduleSearch);
  const query = useQuery(windowsQuery(search.page ?? 1));
  const { mutateAsync: take } = useStepWindow();
  const words = useStaleWindow();
  const confirm = useConfirm();
  const [open, setOpen] = useState<WindowRow | "new" | null>(null);
  const ask = (row: WindowRow, step: Step) =>
    confirm.ask({
      title: t(`${step}Title`, { name: nameOf(row) }),
      text: t(`${step}Text`),
      confirm: t(step),
      keep: t("keep"),
      tone: step === "begin" ? "danger" : "primary",
      done: t(`${step}Done`, { name: nameOf(row) }),
      words,
      run: () => take({ id: row.id, version: row.version, step }),
    });
  const columns: Column<WindowRow>[] = [
    { key: "name", head: t("part"), phone: "title", cell: (row) => <strong>{nameOf(row)}</strong> },
    {
      key: "state",
      head: admin("column.status"),
      phone: "state",
      cell: (row) => (
        <>
          <StatusPill tone={tones[stateOf(row)]}>{t(`state.${stateOf(row)}`)}</StatusPill>{" "}
          {row.finished && <span className={staff.dim}>{format.dateTime(row.finished)}</span>}
        </>
      ),
    },
    {
      key: "time",
      head: t("time"),
      phone: "when",
      cell: (row) => `${format.dateTime(row.begins)} – ${format.dateTime(row.ends)}`,
    },
    {
      key: "texts",
      head: t("texts"),
      cell: (row) => row.texts.map(({ lang }) => lang.toUpperCase()).join(", ") || "–",
    },
    {
      key: "reason",
      head: admin("column.reason"),
      cell: (row) => (
        <span className={staff.wrap}>
          {row.reason} <span className={staff.dim}>{row.setBy}</span>
        </span>
      ),
    },
    {
      key: "do",
      head: admin("column.do"),
      align: "end",
      cell: (row) => {
        const possible = steps[row.state];
        return (
          possible && (
            <RowActions>
              <RowButton label={t("changeOf", { name: nameOf(row) })} onClick={() => setOpen(row)}>
                {t("change")}
              </RowButton>
              {possible.map((step) => (
                <RowButton key={step} label={t(`${step}Of`, { name: nameOf(row) })} onClick={() => ask(row, step)}>
                  {t(step)}
                </RowButton>
              ))}
            </RowActions>
          )
        );
      },
    },
  ];
  return (
    <section className={staff.form} aria-labelledby="schedule">
      <h2 id="schedule">{t("title")}</h2>
      <p className={staff.dim}>{t("lead", { zone: format.timeZone })}</p>
      <ListBar
        action={
          <Button icon={<Icon name="plus" size={18} />} aria-haspopup="dialog" onClick={() => setOpen("new")}>
            {t("add")}
          </Button>
        }
      />
      <List
        density="compact"
        query={query}
        caption={t("title")}
        rowKey={(row) => row.id}
        columns={columns}
        onPage={onPage}
        empty={
          <EmptyState art="notices" title={t("none")}>
            {t("noneText")}
          </EmptyState>
        }
      />
      {open !== null && <WindowDialog row={open === "new" ? undefined : open} onClose={() => setOpen(null)} />}
      {confirm.dialog}
    </section>
  );
}
