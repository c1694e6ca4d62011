import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import type { Sport } from "#shared/sports/sports.ts";
import { ChangeRows } from "#shared/staff/change-rows.tsx";
import { basisPoints, percentText } from "#shared/staff/percent.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormChoice, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { type League, MOST_MARGIN, useChangeOffer } from "./offer.ts";

const MOST = 200;

interface LeagueDialogProps {
  sport: Sport;
  league: League;
  /** The switch as the button asks for it. */
  off: boolean;
  onClose(): void;
}

interface Values {
  state: "on" | "off";
  margin: string;
  reason: string;
}

/** Changes the switch and the margin of a league; the dialog shows what changes before it is saved. */
export function LeagueDialog({ sport, league, off, onClose }: LeagueDialogProps) {
  const { t } = useTranslation(["trading", "admin"]);
  const toast = useToast();
  const { mutateAsync: change } = useChangeOffer();
  const { idx, name } = league;
  const was = { state: league.off ? "off" : "on", margin: league.margin } as const;
  const marginOf = (text: string) => {
    const points = text.trim() === "" ? null : basisPoints(text);
    return points !== null && points <= MOST_MARGIN ? points : null;
  };
  const same = ({ state, margin }: Pick<Values, "state" | "margin">) =>
    state === was.state && marginOf(margin) === was.margin;
  const form = useAppForm<Values>({
    defaultValues: { state: off ? "off" : "on", margin: percentText(was.margin), reason: "" },
    check: (values) => ({
      margin:
        marginOf(values.margin) === null
          ? t("fault.margin", { most: percentText(MOST_MARGIN) })
          : same(values) && t("fault.same"),
      reason: values.reason.trim() === "" && t("admin:refuse.missing"),
    }),
    onSubmit: ({ state, margin, reason }) => {
      const points = marginOf(margin);
      return change({
        sport,
        leagueIdx: idx,
        off: state === "off",
        ...(points !== null && points !== was.margin && { margin: points }),
        reason: reason.trim(),
      });
    },
    onDone: () => {
      toast({ tone: "done", text: t("leagueDone", { name }) });
      onClose();
    },
  });
  const { control } = form;
  const [state, margin] = useWatch({ control, name: ["state", "margin"] });
  const points = marginOf(margin) ?? was.margin;
  return (
    <Dialog title={name} onClose={onClose}>
      <Form form={form} className={staff.form} autoComplete="off">
        <FormChoice
          control={control}
          name="state"
          label={t("admin:column.status")}
          options={[
            { value: "on", label: t("on") },
            { value: "off", label: t("off") },
          ]}
        />
        <FormField
          control={control}
          name="margin"
          label={t("marginField")}
          hint={t("marginHint")}
          inputMode="text"
          maxLength={5}
        />
        <FormField control={control} name="reason" label={t("admin:switch.reason")} maxLength={MOST} />
        {!same({ state, margin }) && (
          <section aria-label={t("changes")} aria-live="polite">
            <ChangeRows
              rows={[
                { key: "state", name: t("admin:column.status"), was: t(was.state), is: t(state) },
                {
                  key: "margin",
                  name: t("margin"),
                  was: `${percentText(was.margin)}%`,
                  is: `${percentText(points)}%`,
                },
              ].filter((row) => row.was !== row.is)}
            />
            {state !== was.state && (
              <p className={staff.dim}>{t(state === "off" ? "leagueOffText" : "leagueOnText")}</p>
            )}
          </section>
        )}
        <Refusal box error={form.refusal} words={(error) => (isCode(error, "C019") ? t("offerStale") : undefined)} />
        <Button type="submit" variant={state === "off" && was.state === "on" ? "danger" : "primary"} busy={form.busy}>
          {t("save")}
        </Button>
      </Form>
    </Dialog>
  );
}
