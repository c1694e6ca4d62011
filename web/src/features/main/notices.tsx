import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import classes from "./main.module.css";

type Notice = Res<"/api/main">["notices"][number];

/** The newest notices; one opens in place, so that guests can read it too. */
export function Notices({ notices }: { notices: Notice[] }) {
  const { t } = useTranslation("main");
  const format = useFormat();
  const [open, setOpen] = useState<Notice | null>(null);
  if (notices.length === 0) return <EmptyState compact art="notices" title={t("notices.empty")} />;
  return (
    <>
      <ul>
        {notices.map((notice) => (
          <li key={notice.idx}>
            <button type="button" className={classes.notice} aria-haspopup="dialog" onClick={() => setOpen(notice)}>
              <span>{notice.title}</span>
              <time className={classes.when} dateTime={notice.createdAt}>
                {format.date(notice.createdAt)}
              </time>
            </button>
          </li>
        ))}
      </ul>
      {open && (
        <Dialog wide title={open.title} onClose={() => setOpen(null)}>
          <p className={classes.small}>{format.dateTime(open.createdAt)}</p>
          <p className={classes.post}>{open.text}</p>
        </Dialog>
      )}
    </>
  );
}
