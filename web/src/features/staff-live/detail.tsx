import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useRight } from "#shared/staff/session.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { useMedia } from "#shared/ui/use-media.ts";
import type { Action } from "./decisions.ts";
import classes from "./live.module.css";
import type { Kind, QueueRow } from "./queues.ts";
import { RequestCard } from "./request-card.tsx";

/** The parts of the page that show a member. The app passes them, because features do not import each other. */
export interface MemberParts {
  /** The member's details, without those that the request of this kind already shows. */
  facts(memId: string, beside: Kind): ReactNode;
  actions(memId: string): ReactNode;
  /** The dialog that writes to the member. */
  message(memId: string, onClose: () => void): ReactNode;
}

interface DetailProps {
  parts: MemberParts;
  row: QueueRow | null;
  /** On a narrow screen: whether it lies over the queues. */
  open: boolean;
  onClose(): void;
  onAsk(action: Action, row: QueueRow): void;
}

function Content({ row, parts, onAsk }: Pick<DetailProps, "parts" | "onAsk"> & { row: QueueRow }) {
  const { t } = useTranslation("admin");
  const mayMember = useRight("member");
  return (
    <div className={classes.detail}>
      <RequestCard chosen={row} onAsk={onAsk} />
      {mayMember && (
        <section aria-labelledby="detail-member" className={classes.detailPart}>
          <h3 id="detail-member">{t("detail.member")}</h3>
          {parts.facts(row.memId, row.kind)}
        </section>
      )}
      <Fragment key={row.memId}>{parts.actions(row.memId)}</Fragment>
    </div>
  );
}

/** Everything about the chosen row: beside the queues where there is room, over them where there is not. */
export function Detail({ row, parts, open, onClose, onAsk }: DetailProps) {
  const { t } = useTranslation("admin");
  const narrow = useMedia("(max-width: 1100px)");
  if (narrow) {
    if (!row || !open) return null;
    return (
      <Dialog kind="sheet" title={row.memId} onClose={onClose}>
        <Content row={row} parts={parts} onAsk={onAsk} />
      </Dialog>
    );
  }
  return (
    <aside className={classes.aside} aria-label={t("detail.label")}>
      {row ? (
        <>
          <h2>{row.memId}</h2>
          <Content row={row} parts={parts} onAsk={onAsk} />
        </>
      ) : (
        <EmptyState art="queue" compact title={t("detail.none")}>
          {t("detail.noneText")}
        </EmptyState>
      )}
    </aside>
  );
}
