import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
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
  const toast = useToast();
  const give = useGiveCoupon();
  const form = useAppForm({
    defaultValues: { memId: "" },
    check: ({ memId }) => ({ memId: memId.trim() === "" && t("coupon.toMissing") }),
    onSubmit: ({ memId }) => give.mutateAsync({ code: coupon.code, memId: memId.trim() }),
    onDone: (_, { memId }) => {
      toast({ tone: "done", text: t("coupon.given", { memId: memId.trim() }) });
      onClose();
    },
    fieldOf: () => "memId",
    words: (error) => (isCode(error, "C019") ? t("coupon.giveWrong") : undefined),
  });
  return (
    <Dialog title={t("coupon.giveOf", { amount: worth })} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <p className={classes.dim}>{t("coupon.giveText")}</p>
        <FormField control={form.control} name="memId" label={t("coupon.to")} autoComplete="off" />
        <Button type="submit" size="lg" wide busy={form.busy}>
          {t("coupon.giveSubmit", { amount: worth })}
        </Button>
      </Form>
    </Dialog>
  );
}
