import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useStaff } from "#shared/staff/session.ts";
import { statusQuery, worksOn } from "#shared/staff/status.ts";
import { Choice } from "#shared/ui/choice.tsx";
import classes from "./live.module.css";
import { type Kind, kinds } from "./queues.ts";

interface QueueTabsProps {
  queue: Kind | undefined;
  onQueue(queue: Kind | "all"): void;
}

/** How many wait in each queue, always in sight; a press shows that queue alone. */
export function QueueTabs({ queue, onQueue }: QueueTabsProps) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const status = useQuery(statusQuery).data;
  const rights = useStaff()?.admin.rights ?? [];
  const waiting: Record<Kind, number> = {
    signup: status?.pendingSignups ?? 0,
    in: status?.pendingIn ?? 0,
    out: status?.pendingOut ?? 0,
    pt: status?.pendingPt ?? 0,
  };
  const shown = kinds.filter((kind) => worksOn(kind, rights));
  const count = (kind: Kind | "all") =>
    kind === "all" ? shown.reduce((sum, one) => sum + waiting[one], 0) : waiting[kind];
  return (
    <Choice
      label={t("filter.queue")}
      value={queue ?? "all"}
      onChange={onQueue}
      options={(["all", ...shown] as const).map((kind) => ({
        value: kind,
        label: (
          <>
            {kind === "all" ? t("filter.all") : t(`queue.${kind}`)}
            <span className={classes.badge} data-some={count(kind) > 0}>
              {format.number(count(kind))}
            </span>
          </>
        ),
      }))}
    />
  );
}
