import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { AmountLine } from "#shared/ui/amount-line.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormAmount, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Money } from "#shared/ui/money.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./promo.module.css";
import { type Moved, useSendGift } from "./promo.ts";

const MEMO_MAX = 100;

interface GiftSendProps {
  /** The points that the member has now. */
  points: number;
  onBalance(moved: Moved): void;
  onClose(): void;
}

interface Values {
  memId: string;
  pointAmt: number | null;
  memo: string;
}

/** Sends points to another member. The button repeats how many, and the text says what becomes of points that are not claimed. */
export function GiftSend({ points, onBalance, onClose }: GiftSendProps) {
  const { t } = useTranslation("promo");
  const format = useFormat();
  const toast = useToast();
  const send = useSendGift();
  const worth = (amount: number) => `${format.number(amount)} P`;
  const form = useAppForm<Values>({
    defaultValues: { memId: "", pointAmt: null, memo: "" },
    check: ({ memId, pointAmt }) => ({
      memId: memId.trim() === "" && t("gift.sendToMissing"),
      pointAmt: !pointAmt ? t("gift.sendAmountMissing") : pointAmt > points && t("gift.tooMany"),
    }),
    onSubmit: async ({ memId, pointAmt, memo }) =>
      onBalance(await send.mutateAsync({ memId: memId.trim(), pointAmt: pointAmt ?? 0, memo: memo.trim() })),
    onDone: (_, { memId, pointAmt }) => {
      toast({ tone: "done", text: t("gift.sendDone", { amount: worth(pointAmt ?? 0), memId: memId.trim() }) });
      onClose();
    },
    fieldOf: () => "pointAmt",
  });
  const amount = useWatch({ control: form.control, name: "pointAmt" });
  return (
    <Dialog title={t("gift.send")} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <AmountLine label={t("gift.sendHave")}>
          <Money amount={points} unit="points" size="lg" />
        </AmountLine>
        <FormField control={form.control} name="memId" label={t("gift.sendTo")} autoComplete="off" />
        <FormAmount control={form.control} name="pointAmt" label={t("gift.sendAmount")} />
        <FormField control={form.control} name="memo" label={t("gift.sendMemo")} maxLength={MEMO_MAX} />
        <p className={classes.dim}>{t("gift.sendText")}</p>
        <Button type="submit" size="lg" wide busy={form.busy}>
          {amount ? t("gift.sendSubmit", { amount: worth(amount) }) : t("gift.send")}
        </Button>
      </Form>
    </Dialog>
  );
}
