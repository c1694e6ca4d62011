import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import staff from "#shared/staff/staff.module.css";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { Form, FormCheckbox, FormField, FormSelect } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { type Card, useSetSettings } from "./card.ts";
import classes from "./members.module.css";

const REASON_MAX = 200;
const levels = Array.from({ length: 10 }, (_, below) => String(below + 1));

/** The form that sets the level of a member and what the member is allowed. */
export function SettingsForm({ card }: { card: Card }) {
  const { t } = useTranslation("admin");
  const confirm = useConfirm();
  const { mutateAsync: setSettings } = useSetSettings();
  const form = useAppForm({
    defaultValues: { ...card.settings, level: String(card.settings.level), reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() === "" && t("refuse.missing") }),
    onSubmit: ({ level: typed, reason, ...allowed }) => {
      const { memId, version, settings } = card;
      const level = Number(typed);
      const yes = (on: boolean) => t(on ? "card.settings.yes" : "card.settings.no");
      const may = (["login", "withdraw", "recommend"] as const).flatMap((key) =>
        allowed[key] === settings[key]
          ? []
          : [{ name: t(`card.settings.${key}`), value: `${yes(settings[key])} → ${yes(allowed[key])}` }],
      );
      confirm.ask({
        title: t("card.settings.ask", { memId }),
        text: t("card.settings.askText"),
        more: (
          <>
            <Facts facts={[...may, { name: t("card.settings.level"), value: `${settings.level} → ${level}` }]} />
            <WhoDecides act="member.settings" />
          </>
        ),
        confirm: t("card.settings.save"),
        done: t("card.settings.done", { memId }),
        words: (error) => (isCode(error, "C019") ? t("card.settings.stale") : undefined),
        run: () => setSettings({ memId, version, level, ...allowed, reason: reason.trim() }),
      });
    },
  });
  const { control } = form;
  return (
    <>
      <h3>{t("card.settings.title")}</h3>
      <Form form={form} className={classes.inset}>
        <fieldset className={staff.group}>
          <legend>{t("card.settings.allowed")}</legend>
          <FormCheckbox control={control} name="login" label={t("card.settings.login")} />
          <FormCheckbox control={control} name="withdraw" label={t("card.settings.withdraw")} />
          <FormCheckbox control={control} name="recommend" label={t("card.settings.recommend")} />
        </fieldset>
        <div className={staff.pair}>
          <FormSelect
            control={control}
            name="level"
            label={t("card.settings.level")}
            options={levels.map((level) => ({ value: level, label: level }))}
          />
          <FormField control={control} name="reason" label={t("switch.reason")} maxLength={REASON_MAX} />
        </div>
        <Button type="submit" busy={form.busy}>
          {t("card.settings.save")}
        </Button>
      </Form>
      {confirm.dialog}
    </>
  );
}
