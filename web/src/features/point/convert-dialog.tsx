import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Balance } from "#shared/api/types.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { AmountLine } from "#shared/ui/amount-line.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
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

/** Points into cash: how many, again, done. */
export function ConvertDialog({ limits, points, history, onBalance, onClose }: ConvertDialogProps) {
  const { t } = useTranslation(["point", "common"]);
  const format = useFormat();
  const faultText = useFaultText();
  const toast = useToast();
  const convert = useConvert();
  const [amount, setAmount] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const [asking, setAsking] = useState(false);
  const most = mostConvertible(points, limits);

  const change = (next: number | null) => {
    convert.reset();
    const tooMuch = next !== null && next > points;
    setError(tooMuch ? t("front.point.enoughChangePoint") : undefined);
    setAmount(tooMuch ? null : next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amount === null || amount === 0) return setError(t("front.point.check"));
    const fault = convertFault(amount, limits);
    if (fault) return setError(faultText(fault));
    setAsking(true);
  };
  const send = () => {
    if (amount === null) return;
    convert.mutate(amount, {
      onSuccess: (balance) => {
        onBalance(balance);
        toast({ tone: "done", text: t("front.point.success", { amount: format.money(amount) }) });
        onClose();
      },
      onError: () => setAsking(false),
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
          <form className={classes.form} onSubmit={submit} noValidate>
            <AmountField
              label={t("convert.amount")}
              name="pointAmt"
              value={amount}
              onChange={change}
              all={{ label: t("convert.all"), amount: most }}
              hint={t("convert.limits", {
                min: format.number(limits.pointChangeAmtLimit),
                unit: format.number(limits.pointChangeAmtUnit),
              })}
              error={error ?? (convert.error && faultText(convert.error))}
            />
            <Button type="submit" wide size="lg">
              {amount ? t("convert.submit", { points: format.number(amount) }) : t("convert.submitEmpty")}
            </Button>
          </form>
        )}
        {history}
      </div>
    </Dialog>
  );
}
