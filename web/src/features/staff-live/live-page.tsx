import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useStaff } from "#shared/staff/session.ts";
import { worksOn } from "#shared/staff/status.ts";
import { useTitle } from "#shared/ui/title.ts";
import { useSearch } from "#shared/use-search.ts";
import { useDecide, useProgress } from "./decisions.ts";
import { Detail, type MemberParts } from "./detail.tsx";
import { type Asking, Dialogs } from "./dialogs.tsx";
import { afterDecision, step, useCommands } from "./keyboard.ts";
import classes from "./live.module.css";
import { LiveBar } from "./live-bar.tsx";
import { QueueSection } from "./queue-section.tsx";
import { kinds, type QueueRow } from "./queues.ts";
import { liveSearch } from "./search.ts";

/** The queues of signups, deposits and withdrawals of members and of partners, and beside them the row that is chosen. */
export function LivePage({ parts }: { parts: MemberParts }) {
  const { t } = useTranslation("admin");
  useTitle(t("nav.live"));
  const { search, set } = useSearch(liveSearch);
  const rights = useStaff()?.admin.rights ?? [];
  const decide = useDecide();
  const [chosen, setChosen] = useState<QueueRow | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [open, setOpen] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  // The rows in the order of the page, told by each section as it draws; read when a key is pressed.
  const rows = useRef(new Map<string, QueueRow[]>());
  const place = useRef(0);

  const shownKinds = kinds.filter((kind) => worksOn(kind, rights) && (search.queue ?? kind) === kind);
  const flat = () => shownKinds.flatMap((kind) => rows.current.get(kind) ?? []);
  const choose = (row: QueueRow | null) => {
    setChosen(row);
    if (row) place.current = flat().findIndex((other) => other.key === row.key);
  };
  const walk = (by: 1 | -1) => {
    const all = flat();
    const key = step(
      all.map((row) => row.key),
      chosen?.key ?? null,
      place.current,
      by,
    );
    choose(all.find((row) => row.key === key) ?? null);
  };

  const progress = useProgress();
  const said = chosen ? progress[chosen.key] : undefined;
  const decided = said?.state === "asked" || (said?.state === "done" && said.action !== "hold") ? chosen : null;
  // A row that the server accepted, or for which a second person was asked, is done: the next one is selected. A refused row stays selected, with its reason.
  useEffect(() => {
    if (!decided) return;
    const all = [...rows.current.values()].flat();
    const taken = new Set(Object.keys(progress).filter((key) => progress[key]?.state !== "failed"));
    const own = all.filter((row) => row.kind === decided.kind).map((row) => row.key);
    const next = afterDecision(own, decided.key, taken);
    place.current = Math.max(own.indexOf(next ?? ""), 0);
    setChosen(all.find((row) => row.key === next) ?? null);
  }, [decided, progress]);

  const ask = (action: Asking["action"], row: QueueRow | null = chosen) => {
    if (!row) return;
    if (action === "approve" && progress[row.key]?.state === "asked") return; // the second person decides now
    if (action === "hold") {
      if (row.kind !== "signup" && row.cash.status === 0) decide({ row, action });
    } else if (action === "approve" && row.kind === "signup") decide({ row, action });
    else setAsking({ action, row });
  };

  useCommands((command) => {
    if (command === "next") walk(1);
    else if (command === "previous") walk(-1);
    else if (command === "open") setOpen(chosen !== null);
    else if (command === "search") searchField.current?.focus();
    else if (command === "help") setAsking({ action: "help" });
    else ask(command, flat().find((row) => row.key === chosen?.key) ?? null);
  });

  return (
    <div className={classes.page}>
      <h1 className="visually-hidden">{t("nav.live")}</h1>
      <LiveBar search={search} onSearch={set} fieldRef={searchField} onHelp={() => setAsking({ action: "help" })} />
      <div className={classes.body}>
        <div className={classes.queues}>
          {shownKinds.map((kind) => (
            <QueueSection
              key={kind}
              kind={kind}
              search={search}
              chosen={chosen?.key ?? null}
              onChoose={(row) => {
                choose(row);
                setOpen(true);
              }}
              onAsk={ask}
              onRows={(shown) => rows.current.set(kind, shown)}
            />
          ))}
          {shownKinds.length === 0 && <p className={classes.none}>{t("live.noRights")}</p>}
        </div>
        <Detail row={chosen} parts={parts} open={open} onClose={() => setOpen(false)} onAsk={ask} />
      </div>
      {asking && <Dialogs asking={asking} parts={parts} onDecide={decide} onClose={() => setAsking(null)} />}
    </div>
  );
}
