import { useTranslation } from "react-i18next";
import type { Post } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import own from "./event.module.css";

const tones = { coming: "info", running: "good", over: "calm" } as const;

/** The state of an event as the texts name it; one of a newer server is running. */
function stateOf({ state }: Pick<Post, "state">): keyof typeof tones {
  return state === "coming" || state === "over" ? state : "running";
}

/** The state of an event, and when it begins and ends on the site's clock. */
export function EventFacts({ event }: { event: Pick<Post, "state" | "since" | "until"> }) {
  const { t } = useTranslation("board");
  const format = useFormat();
  const { since, until } = event;
  const state = stateOf(event);
  return (
    <p className={own.facts}>
      <StatusPill tone={tones[state]}>{t(`event.state.${state}`)}</StatusPill>
      <span className={own.time}>
        {since && until
          ? t("event.between", { since: format.dateTime(since), until: format.dateTime(until) })
          : until
            ? t("event.until", { until: format.dateTime(until) })
            : since
              ? t("event.since", { since: format.dateTime(since) })
              : t("event.always")}
      </span>
    </p>
  );
}
