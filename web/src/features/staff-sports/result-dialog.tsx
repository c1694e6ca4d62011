import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import staff from "#shared/staff/staff.module.css";
import { useSaid } from "#shared/staff/use-said.ts";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormChoice, FormField, FormSelect } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { CurrentResult } from "./current-result.tsx";
import { type Match, readMatch, useEnterResult } from "./matches.ts";
import { asksHalf, asksScores, checkResult, type ResultValues, requestOf, valuesOf } from "./result-form.ts";
import { isEarly, voids } from "./result-text.ts";
import { ScoreFields } from "./score-fields.tsx";

const MOST = 200;

/** Enters the result of a match, or corrects it. The result that staff was shown stays until the server refuses it as outdated. */
export function ResultDialog({ match, onClose }: { match: Match; onClose(): void }) {
  const { t } = useTranslation(["trading", "admin", "sports"]);
  const said = useSaid();
  const client = useQueryClient();
  const { mutateAsync: enter } = useEnterResult();
  const [shown, setShown] = useState(match);
  const [gone, setGone] = useState(false);
  const { home, away } = shown;
  const name = t("sports:match", { home, away });
  const early = isEarly(shown, Date.now());
  const form = useAppForm<ResultValues, object | "asked">({
    defaultValues: valuesOf(shown, early),
    check: checkResult(shown, {
      missing: t("admin:content.missing"),
      score: t("fault.score"),
      half: t("fault.half"),
      halfMore: t("fault.halfMore"),
      parts: t("fault.parts"),
      partsWin: t("fault.partsWin"),
    }),
    onSubmit: (values) => enter(requestOf(shown, values)),
    onDone: (answer) => {
      said(answer, t("resultDone", { name }));
      onClose();
    },
    onRefused: (error) => {
      if (!isCode(error, "C019")) return;
      const latest = readMatch(client, match.eventIdx);
      if (latest) setShown(latest);
      setGone(latest === undefined);
    },
  });
  const { control } = form;
  const [how, why, brokenIn] = useWatch({ control, name: ["how", "why", "brokenIn"] });
  const chosen = { how, why, brokenIn };
  const broken = how === "void" && why === "abandoned";
  return (
    <Dialog title={t(shown.result ? "correctTitle" : "enterTitle", { name })} onClose={onClose}>
      <Form form={form} className={staff.form} autoComplete="off">
        <CurrentResult match={shown} />
        <p className={staff.dim}>{t("resultText")}</p>
        <WhoDecides act="sports.result" />
        {early ? (
          <p>{t("early")}</p>
        ) : (
          <FormChoice
            control={control}
            name="how"
            label={t("how")}
            options={[
              { value: "score", label: t("how.score") },
              { value: "void", label: t("how.void") },
            ]}
          />
        )}
        {how === "void" && (
          <FormSelect
            control={control}
            name="why"
            label={t("why")}
            options={voids.map((value) => ({ value, label: t(`sports:void.${value}`) }))}
          />
        )}
        {broken && <p className={staff.dim}>{t("brokenText")}</p>}
        {broken && shown.halves && (
          <FormChoice
            control={control}
            name="brokenIn"
            label={t("brokenIn")}
            options={[
              { value: "half", label: t("brokenIn.half") },
              { value: "later", label: t("brokenIn.later") },
            ]}
          />
        )}
        {asksScores(chosen) && (
          <ScoreFields match={shown} control={control} broken={broken} half={asksHalf(shown, chosen)} />
        )}
        <FormField control={control} name="source" label={t("source")} hint={t("sourceHint")} maxLength={MOST} />
        <FormField control={control} name="reason" label={t("admin:switch.reason")} maxLength={MOST} />
        <Refusal
          box
          error={form.refusal}
          words={(error) => (isCode(error, "C019") ? t(gone ? "resultGone" : "resultStale") : undefined)}
        />
        <Button type="submit" variant={how === "void" ? "danger" : "primary"} busy={form.busy}>
          {t(shown.result ? "correct" : "enter")}
        </Button>
      </Form>
    </Dialog>
  );
}
