import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import classes from "#shared/staff/staff.module.css";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Fault, Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { average, chance, MOST_PRIZES, type Prize } from "./odds.ts";
import own from "./promos.module.css";
import { type Settings, useSaveWheel } from "./promos.ts";
import { useRefusal } from "./refusal.ts";

const LABEL_MAX = 40;

interface FormProps {
  setting: Settings["wheel"];
  onRefused(error: unknown): void;
}

/** The wheel: prizes with their weights, and beside them the chances that members are shown. */
export function WheelForm({ setting, onRefused }: FormProps) {
  const { t } = useTranslation(["admin", "promo"]);
  const format = useFormat();
  const refusal = useRefusal();
  const toast = useToast();
  const save = useSaveWheel();
  const [checked, setChecked] = useState(false);
  const [active, setActive] = useState(setting.active);
  const [prizes, setPrizes] = useState<Prize[]>(() => setting.prizes.map((row, id) => ({ id, ...row })));
  const change = (id: number, part: Partial<Prize>) => {
    setPrizes((rows) => rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
    save.reset();
  };
  const few = active && prizes.length < 2;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (few || prizes.some((row) => row.label.trim() === "" || !row.weight)) return;
    save.mutate(
      {
        version: setting.version,
        active,
        prizes: prizes.map((row) => ({
          label: row.label.trim(),
          points: row.points ?? 0,
          weight: row.weight ?? 0,
        })),
      },
      {
        onError: onRefused,
        onSuccess: () => {
          onRefused(null);
          toast({ tone: "done", text: t("promos.saved") });
        },
      },
    );
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Checkbox name="active" label={t("promos.active")} checked={active} onChange={setActive} />
      <fieldset className={own.group}>
        <legend>{t("wheel.prizes")}</legend>
        <p className={classes.dim}>{t("wheel.hint")}</p>
        {prizes.map((row, index) => (
          <div key={row.id} className={own.row}>
            <Field
              label={t("promo:wheel.prize")}
              name={`label${index}`}
              value={row.label}
              maxLength={LABEL_MAX}
              onChange={(label) => change(row.id, { label })}
              error={checked && row.label.trim() === "" ? t("required") : undefined}
            />
            <AmountField
              label={t("promos.unit.point")}
              name={`points${index}`}
              value={row.points}
              onChange={(points) => change(row.id, { points })}
            />
            <AmountField
              label={t("wheel.weight")}
              name={`weight${index}`}
              value={row.weight}
              onChange={(weight) => change(row.id, { weight })}
              hint={`${t("promo:wheel.chance")}: ${format.number(chance(prizes, row))} %`}
              error={checked && !row.weight ? t("required") : undefined}
            />
            <Button
              variant="ghost"
              size="sm"
              aria-label={t("wheel.remove", { place: index + 1 })}
              onClick={() => setPrizes((rows) => rows.filter(({ id }) => id !== row.id))}
            >
              <Icon name="trash" size={18} />
            </Button>
          </div>
        ))}
        <Button
          variant="quiet"
          size="sm"
          icon={<Icon name="plus" size={16} />}
          disabled={prizes.length >= MOST_PRIZES}
          onClick={() =>
            setPrizes((rows) => [
              ...rows,
              { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, label: "", points: 0, weight: 1 },
            ])
          }
        >
          {t("wheel.add")}
        </Button>
      </fieldset>
      <p role="status">{t("wheel.average", { points: format.number(average(prizes)) })}</p>
      {checked && few && <Fault>{t("wheel.few")}</Fault>}
      <Refusal error={save.error} words={refusal} />
      <Button type="submit" busy={save.isPending}>
        {t("content.save")}
      </Button>
    </form>
  );
}
