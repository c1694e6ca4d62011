import { useTranslation } from "react-i18next";
import type { Member } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { ConfirmDialog } from "#shared/ui/confirm-dialog.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Fault } from "#shared/ui/refusal.tsx";
import classes from "./cash.module.css";
import type { Forfeit } from "./cash.ts";
import { OwnAccount } from "./own-account.tsx";
import { useForfeitText } from "./use-forfeit-text.ts";

interface WithdrawConfirmProps {
  amount: number;
  member: Member;
  /** The bonus money and points that this withdrawal forfeits during a break. */
  forfeit: Forfeit;
  /** The partner pays it, not the house. */
  through: boolean;
  busy: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Repeats the amount and where it goes before anything happens. */
export function WithdrawConfirm({ amount, member, forfeit, through, ...rest }: WithdrawConfirmProps) {
  const { t } = useTranslation("cash");
  const format = useFormat();
  const lost = useForfeitText()(forfeit);
  return (
    <ConfirmDialog
      {...rest}
      title={t(through ? "through.confirm" : "confirm.title")}
      confirm={t("withdraw.submit", { amount: format.money(amount) })}
    >
      <p className={classes.confirmAmount}>
        <Money amount={amount} size="xl" />
      </p>
      {through ? <p>{t("through.text")}</p> : <OwnAccount member={member} />}
      {lost && <Fault box>{t("confirm.forfeit", { what: lost })}</Fault>}
      <p className={classes.note}>{t("confirm.text")}</p>
    </ConfirmDialog>
  );
}
