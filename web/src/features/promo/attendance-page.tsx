import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { languages } from "#shared/i18n/languages.ts";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { Calendar } from "./calendar.tsx";
import { monthAfter } from "./month.ts";
import classes from "./promo.module.css";
import { attendanceQuery, useCheckIn } from "./promo.ts";

interface AttendancePageProps {
  /** yyyy-MM; undefined: the present one. */
  month: string | undefined;
  onMonth(month: string): void;
}

/** One press a day on the site's clock, and what days in a row give (D-55). */
export function AttendancePage({ month, onMonth }: AttendancePageProps) {
  const { t } = useTranslation("promo");
  const format = useFormat();
  const toast = useToast();
  const query = useQuery(attendanceQuery(month));
  const check = useCheckIn();
  const points = (amount: number) => `${format.number(amount)} P`;
  return (
    <Page title={t("attendance.title")} lead={t("attendance.lead")}>
      <QueryView query={query} skeleton={<Skeleton height="28rem" radius="var(--radius-l)" />}>
        {(info) => {
          if (info === null) {
            return (
              <EmptyState art="history" title={t("off.title")}>
                {t("off.text")}
              </EmptyState>
            );
          }
          const present = info.today.slice(0, 7);
          const shown = month ?? present;
          const name = new Intl.DateTimeFormat(languages[format.language].tag, {
            year: "numeric",
            month: "long",
            // All other dates of the site are of this calendar, in Thai, too (D-58).
            calendar: "gregory",
            timeZone: "UTC",
          }).format(Date.parse(`${shown}-01T00:00:00Z`));
          return (
            <div className={classes.columns}>
              <Panel
                title={name}
                aside={
                  <span className={classes.actions}>
                    <Button
                      variant="ghost"
                      size="sm"
                      aria-label={t("attendance.before")}
                      onClick={() => onMonth(monthAfter(shown, -1))}
                    >
                      <Icon name="back" />
                    </Button>
                    <Button
                      variant="ghost"
                      size="sm"
                      aria-label={t("attendance.after")}
                      disabled={shown >= present}
                      onClick={() => onMonth(monthAfter(shown, 1))}
                    >
                      <Icon name="next" />
                    </Button>
                  </span>
                }
              >
                <Calendar month={shown} today={info.today} visits={info.list} label={name} />
              </Panel>
              <Panel title={t("attendance.today")}>
                {info.checked ? (
                  <p>
                    <StatusPill tone="good">{t("attendance.checked")}</StatusPill>
                  </p>
                ) : (
                  <Button
                    size="lg"
                    wide
                    busy={check.isPending}
                    onClick={() =>
                      check.mutate(undefined, {
                        onSuccess: (done) =>
                          toast({ tone: "done", text: t("attendance.done", { amount: points(done.pointAmt) }) }),
                      })
                    }
                  >
                    {t("attendance.check", { amount: points(info.next.pointAmt) })}
                  </Button>
                )}
                <Refusal box error={check.error} />
                <p className={classes.dim}>
                  {info.checked
                    ? t("attendance.next", { streak: info.next.streak, amount: points(info.next.pointAmt) })
                    : t("attendance.now", { streak: info.next.streak })}
                </p>
                <dl className={classes.facts}>
                  <div>
                    <dt>{t("attendance.each")}</dt>
                    <dd>{points(info.pointAmt)}</dd>
                  </div>
                  {info.streaks.map((streak) => (
                    <div key={streak.days}>
                      <dt>{t("attendance.streak", { count: streak.days })}</dt>
                      <dd>+{points(streak.pointAmt)}</dd>
                    </div>
                  ))}
                </dl>
              </Panel>
            </div>
          );
        }}
      </QueryView>
    </Page>
  );
}
