import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { api, type Req } from "#shared/api/client.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { membersKey } from "#shared/staff/members.ts";
import { useRequestId } from "#shared/staff/request-id.ts";
import { orAsked } from "#shared/staff/second-person.ts";
import staff from "#shared/staff/staff.module.css";
import { useSaid } from "#shared/staff/use-said.ts";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormAmount, FormChoice, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";

const REASON_MAX = 200;

interface Values {
  unit: "cash" | "point";
  way: "give" | "take";
  amount: number | null;
  reason: string;
}

/** Corrects, and reports whether it was done or waits for a second person (U035), which is no failure. */
function useCorrect() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Req<"/api/admin/cash/correct">): Promise<"done" | "asked"> =>
      orAsked(api.call("/api/admin/cash/correct", body).then(() => "done" as const)),
    onSettled: () => client.invalidateQueries({ queryKey: membersKey }),
  });
}

/** Puts a member's balance or points right by another entry, with a reason. Nothing that was entered before changes. */
export function CorrectDialog({ memId, onClose }: { memId: string; onClose(): void }) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const said = useSaid();
  const { mutateAsync: correct } = useCorrect();
  const requestId = useRequestId();
  const form = useAppForm<Values, "done" | "asked">({
    defaultValues: { unit: "cash", way: "give", amount: null, reason: "" },
    check: ({ amount, reason }) => ({
      amount: !amount && t("required"),
      reason: reason.trim() === "" && t("refuse.missing"),
    }),
    onSubmit: (values) =>
      correct({
        requestId: requestId({ memId, ...values }),
        memId,
        unit: values.unit,
        take: values.way === "take",
        amount: values.amount ?? 0,
        reason: values.reason.trim(),
      }),
    onDone: (state) => {
      said(state, t("correct.done", { memId }));
      onClose();
    },
    fieldOf: (code) => (["C009", "C001", "P001"].includes(code) ? "amount" : null),
  });
  const { control } = form;
  const [unit, way, amount] = useWatch({ control, name: ["unit", "way", "amount"] });
  const shown = unit === "point" ? `${format.number(amount ?? 0)} P` : format.money(amount ?? 0);
  return (
    <Dialog title={t("correct.title", { memId })} onClose={onClose}>
      <Form form={form} className={staff.form}>
        <p className={staff.dim}>{t("correct.text")}</p>
        <WhoDecides act="cash.correct" />
        <FormChoice
          control={control}
          name="unit"
          label={t("correct.unit")}
          options={[
            { value: "cash", label: t("correct.cash") },
            { value: "point", label: t("correct.point") },
          ]}
        />
        <FormChoice
          control={control}
          name="way"
          label={t("correct.way")}
          options={[
            { value: "give", label: t("correct.give") },
            { value: "take", label: t("correct.take") },
          ]}
        />
        <FormAmount control={control} name="amount" label={t("correct.amount")} />
        <FormField control={control} name="reason" label={t("correct.reason")} maxLength={REASON_MAX} />
        <Refusal box error={form.refusal} />
        <Button type="submit" variant={way === "take" ? "danger" : "primary"} busy={form.busy}>
          {t(way === "take" ? "correct.submitTake" : "correct.submitGive", { amount: shown })}
        </Button>
      </Form>
    </Dialog>
  );
}
