import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { RadioCards } from "#shared/ui/radio-cards.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { figuresQuery, useReminderInterval } from "./protection.ts";
import { SessionFigures } from "./session-figures.tsx";

const choices = ["15", "30", "60"] as const;
type Choice = (typeof choices)[number];

/** This session's figures, and how often they are shown unasked. */
export function ReminderPanel({ minutes }: { minutes: number }) {
  const { t } = useTranslation("protection");
  const toast = useToast();
  const query = useQuery(figuresQuery);
  const interval = useReminderInterval();
  const value: Choice = choices.find((choice) => Number(choice) === minutes) ?? "60";
  const choose = (next: Choice) =>
    interval.mutate(Number(next), {
      onSuccess: () => toast({ tone: "done", text: t("reminder.done", { minutes: next }) }),
    });
  return (
    <Panel title={t("reminder.title")}>
      <QueryView query={query} compact skeleton={<Skeleton height="6rem" />}>
        {(figures) => <SessionFigures figures={figures} />}
      </QueryView>
      <RadioCards
        legend={t("reminder.text")}
        name="reminder"
        value={value}
        onChange={choose}
        options={choices.map((choice) => ({ value: choice, label: t("reminder.every", { minutes: choice }) }))}
      />
      <Refusal error={interval.error} />
    </Panel>
  );
}
