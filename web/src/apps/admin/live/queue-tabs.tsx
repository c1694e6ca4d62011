import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useRight } from "../session/session.ts";
import { statusQuery } from "../site/status.ts";
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
  const mayMembers = useRight("member");
  const mayCash = useRight("cash");
  const waiting: Record<Kind, number> = {
    signup: status?.pendingSignups ?? 0,
    in: status?.pendingIn ?? 0,
    out: status?.pendingOut ?? 0,
  };
  const shown = kinds.filter((kind) => (kind === "signup" ? mayMembers : mayCash));
  return (
    <fieldset className={classes.tabs}>
      <legend className="visually-hidden">{t("filter.queue")}</legend>
      {(["all", ...shown] as const).map((kind) => {
        const count = kind === "all" ? shown.reduce((sum, one) => sum + waiting[one], 0) : waiting[kind];
        return (
          <button
            key={kind}
            type="button"
            className={classes.tab}
            aria-pressed={(queue ?? "all") === kind}
            onClick={() => onQueue(kind)}
          >
            {kind === "all" ? t("filter.all") : t(`queue.${kind}`)}
            <span className={classes.badge} data-some={count > 0}>
              {format.number(count)}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
