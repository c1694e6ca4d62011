import { type ReactNode, useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { Balance } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { AmountLine } from "#shared/ui/amount-line.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormAmount } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { LiveMoney } from "#shared/ui/live-money.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./point.module.css";
import { useConvert } from "./points.ts";
import { convertFault, mostConvertible, type PointLimits } from "./rules.ts";

interface ConvertDialogProps {
  limits: PointLimits;
  /** The points that the member has now. */
  points: number;
  /** A link to the history. The app passes it, because features do not know the routes. */
  history: ReactNode;
  onBalance(balance: Balance): void;
  onClose(): void;
}

interface Values {
  pointAmt: number | null;
}

/** Points into cash: how many, again, done. */
export function ConvertDialog({ limits, points, history, onBalance, onClose }: ConvertDialogProps) {
  const { t } = useTranslation(["point", "common"]);
  const format = useFormat();
  const toast = useToast();
  const convert = useConvert();
  const [asking, setAsking] = useState(false);
  const form = useAppForm<Values>({
    defaultValues: { pointAmt: null },
    check: ({ pointAmt }) => ({
      pointAmt: !pointAmt
        ? t("front.point.check")
        : pointAmt > points
          ? t("front.point.enoughChangePoint")
          : convertFault(pointAmt, limits),
    }),
    onSubmit: () => setAsking(true),
    fieldOf: () => "pointAmt",
  });
  const { control } = form;
  const amount = useWatch({ control, name: "pointAmt" });
  const send = () => {
    if (amount === null) return;
    convert.mutate(amount, {
      onSuccess: (balance) => {
        onBalance(balance);
        toast({ tone: "done", text: t("front.point.success", { amount: format.money(amount) }) });
        onClose();
      },
      onError: (error) => {
        setAsking(false);
        form.refuse(error);
      },
    });
  };

  return (
    <Dialog title={t("convert.title")} onClose={onClose}>
      <div className={classes.convert}>
        <AmountLine label={t("convert.have")}>
          <LiveMoney label={t("convert.have")} amount={points} unit="points" size="lg" />
        </AmountLine>
        {asking && amount !== null ? (
          <div className={classes.form}>
            <p>{t("front.point.confirm", { points: format.number(amount), amount: format.money(amount) })}</p>
            <div className={classes.buttons}>
              <Button variant="quiet" disabled={convert.isPending} onClick={() => setAsking(false)}>
                {t("common:back")}
              </Button>
              <Button autoFocus busy={convert.isPending} onClick={send}>
                {t("convert.submit", { points: format.number(amount) })}
              </Button>
            </div>
          </div>
        ) : (
          <Form form={form} className={classes.form}>
            <FormAmount
              control={control}
              name="pointAmt"
              label={t("convert.amount")}
              all={{ label: t("convert.all"), amount: mostConvertible(points, limits) }}
              hint={t("convert.limits", {
                min: format.number(limits.pointChangeAmtLimit),
                unit: format.number(limits.pointChangeAmtUnit),
              })}
            />
            <Button type="submit" wide size="lg">
              {amount ? t("convert.submit", { points: format.number(amount) }) : t("convert.submitEmpty")}
            </Button>
          </Form>
        )}
        {history}
      </div>
    </Dialog>
  );
}
