import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Field } from "#shared/ui/field.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./promo.module.css";
import { type Coupon, useGiveCoupon } from "./promo.ts";

interface CouponGiveProps {
  coupon: Coupon;
  /** The coupon's value in words. */
  worth: string;
  onClose(): void;
}

/** Gives a coupon to another member. It cannot be taken back, and says so. */
export function CouponGive({ coupon, worth, onClose }: CouponGiveProps) {
  const { t } = useTranslation("promo");
  const faultText = useFaultText();
  const toast = useToast();
  const give = useGiveCoupon();
  const [memId, setMemId] = useState("");
  const [checked, setChecked] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (memId.trim() === "") return;
    give.mutate(
      { code: coupon.code, memId: memId.trim() },
      {
        onSuccess: () => {
          toast({ tone: "done", text: t("coupon.given", { memId: memId.trim() }) });
          onClose();
        },
      },
    );
  };
  const refusal = give.error && (isCode(give.error, "C019") ? t("coupon.giveWrong") : faultText(give.error));
  return (
    <Dialog title={t("coupon.giveOf", { amount: worth })} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <p className={classes.dim}>{t("coupon.giveText")}</p>
        <Field
          label={t("coupon.to")}
          name="memId"
          value={memId}
          autoComplete="off"
          onChange={(next) => {
            setMemId(next);
            give.reset();
          }}
          error={refusal ?? (checked && memId.trim() === "" ? t("coupon.toMissing") : undefined)}
        />
        <Button type="submit" size="lg" wide busy={give.isPending}>
          {t("coupon.giveSubmit", { amount: worth })}
        </Button>
      </form>
    </Dialog>
  );
}
