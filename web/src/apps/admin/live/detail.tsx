import { useMediaQuery } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Dialog } from "#shared/ui/dialog.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { MemberActions } from "../members/member-actions.tsx";
import { MemberFacts } from "../members/member-facts.tsx";
import { MemberHistory } from "../members/member-history.tsx";
import { useRight } from "../session/session.ts";
import type { Action } from "./decisions.ts";
import classes from "./live.module.css";
import type { QueueRow } from "./queues.ts";
import { RequestCard } from "./request-card.tsx";

interface DetailProps {
  row: QueueRow | null;
  /** On a narrow screen: whether it lies over the queues. */
  open: boolean;
  onClose(): void;
  onAsk(action: Action, row: QueueRow): void;
}

function Content({ row, onAsk }: { row: QueueRow; onAsk: DetailProps["onAsk"] }) {
  const { t } = useTranslation("admin");
  const mayMember = useRight("member");
  const mayCash = useRight("cash");
  return (
    <div className={classes.detail}>
      <RequestCard chosen={row} onAsk={onAsk} />
      {mayMember && (
        <section aria-labelledby="detail-member" className={classes.detailPart}>
          <h3 id="detail-member">{t("detail.member")}</h3>
          <MemberFacts memId={row.memId} beside={row.kind} />
        </section>
      )}
      {mayCash && (
        <section aria-labelledby="detail-history" className={classes.detailPart}>
          <h3 id="detail-history">{t("history.title")}</h3>
          <MemberHistory memId={row.memId} />
        </section>
      )}
      <MemberActions key={row.memId} memId={row.memId} />
    </div>
  );
}

/** Everything about the chosen row: beside the queues where there is room, over them where there is not. */
export function Detail({ row, open, onClose, onAsk }: DetailProps) {
  const { t } = useTranslation("admin");
  const narrow = useMediaQuery("(max-width: 1100px)", false, { getInitialValueInEffect: false });
  if (narrow) {
    if (!row || !open) return null;
    return (
      <Dialog kind="sheet" title={row.memId} onClose={onClose}>
        <Content row={row} onAsk={onAsk} />
      </Dialog>
    );
  }
  return (
    <aside className={classes.aside} aria-label={t("detail.label")}>
      {row ? (
        <>
          <h2>{row.memId}</h2>
          <Content row={row} onAsk={onAsk} />
        </>
      ) : (
        <EmptyState art="queue" compact title={t("detail.none")}>
          {t("detail.noneText")}
        </EmptyState>
      )}
    </aside>
  );
}
