import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { SettingChanges } from "#shared/staff/settings/setting-changes.tsx";
import staff from "#shared/staff/staff.module.css";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import classes from "./settings.module.css";
import { historyQuery, type Settings, useRestoreSettings, type Version } from "./settings.ts";
import { useWrongText } from "./use-wrong-text.ts";

interface HistoryProps {
  settings: Settings;
  /** Only the versions that changed this option, which goes back alone. */
  option?: "levels";
  page: number;
  onPage(page: number): void;
}

/** Every change of settings, newest first: who, when, what it replaced; an earlier version can be restored. */
export function History({ settings, option, page, onPage }: HistoryProps) {
  const { t } = useTranslation("settings");
  const query = useQuery(historyQuery(option ?? "", page));
  const { mutateAsync: restore } = useRestoreSettings();
  const confirm = useConfirm();
  const toast = useToast();
  const words = useWrongText();
  const ask = (version: number) =>
    confirm.ask({
      title: version === 0 ? t("history.titleFirst") : t("history.title", { version }),
      text: t(option ? "history.limitsText" : "history.text"),
      more: <WhoDecides act="site.settings" />,
      confirm: t("history.do"),
      words: words.inDialog,
      run: async () => {
        const outcome = await restore({ version: settings.version, restore: version, ...(option && { option }) });
        toast({ tone: outcome === "saved" ? "done" : "info", text: t(outcome) });
      },
    });
  return (
    <>
      <QueryView query={query} skeleton={<Skeleton height="20rem" radius="var(--radius-l)" />}>
        {({ list, pageInfo }) =>
          list.length === 0 ? (
            <EmptyState art="queue" title={t("history.none")}>
              {t("history.noneText")}
            </EmptyState>
          ) : (
            <>
              <ol className={classes.versions}>
                {list.map((row, index) => (
                  <Entry
                    key={row.version}
                    row={row}
                    current={pageInfo.page === 1 && index === 0}
                    restore={t(option ? "history.limits" : "history.restore")}
                    onRestore={() => ask(row.version)}
                  />
                ))}
              </ol>
              {pageInfo.page === pageInfo.pages && (
                <div>
                  <Button variant="quiet" onClick={() => ask(0)}>
                    {t(option ? "history.limitsFirst" : "history.first")}
                  </Button>
                </div>
              )}
              <Pager page={pageInfo.page} pages={pageInfo.pages} onPage={onPage} />
            </>
          )
        }
      </QueryView>
      {confirm.dialog}
    </>
  );
}

interface EntryProps {
  row: Version;
  current: boolean;
  restore: string;
  onRestore(): void;
}

function Entry({ row, current, restore, onRestore }: EntryProps) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const who = row.approvedBy === "" ? row.setBy : `${row.setBy}, ${t("history.approved", { by: row.approvedBy })}`;
  const note = [row.restores === null ? "" : t("history.restores", { version: row.restores }), row.note];
  return (
    <li className={classes.version}>
      <header>
        <h2>{t("history.version", { version: row.version })}</h2>
        <span className={staff.dim}>
          {format.dateTime(row.setAt)} · {who}
        </span>
        {current ? (
          <StatusPill tone="good">{t("history.current")}</StatusPill>
        ) : (
          <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={onRestore}>
            {restore}
          </Button>
        )}
      </header>
      {note.some(Boolean) && <p>{note.filter(Boolean).join(" · ")}</p>}
      <SettingChanges before={row.before} after={row.after} />
    </li>
  );
}
