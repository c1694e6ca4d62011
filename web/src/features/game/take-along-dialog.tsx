import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { AmountLine } from "#shared/ui/amount-line.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormAmount } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { LiveMoney } from "#shared/ui/live-money.tsx";
import type { CatalogGame } from "./catalog.ts";
import classes from "./game-money.module.css";
import { useGameName } from "./game-tile.tsx";

interface TakeAlongProps {
  game: CatalogGame;
  /** The member's cash, in minor units. */
  cash: number;
  /** The press that opens the game; amount is what goes along, 0 for nothing. */
  onPlay(amount: number): void;
  onClose(): void;
}

interface Values {
  takeAmt: number | null;
}

/** A game with a wallet of its own asks first how much of the balance goes into it, and says how it comes back. */
export function TakeAlongDialog({ game, cash, onPlay, onClose }: TakeAlongProps) {
  const { t } = useTranslation("game");
  const format = useFormat();
  const name = useGameName()(game);
  const form = useAppForm<Values>({
    defaultValues: { takeAmt: cash > 0 ? cash : null },
    check: ({ takeAmt }) => ({ takeAmt: (takeAmt ?? 0) > cash && new ApiError("C001") }),
    onSubmit: ({ takeAmt }) => onPlay(takeAmt ?? 0),
  });
  const { control } = form;
  const take = useWatch({ control, name: "takeAmt" }) ?? 0;
  return (
    <Dialog title={t("take.title", { game: name })} onClose={onClose}>
      <Form form={form} className={classes.take}>
        <p>{t("take.text")}</p>
        <AmountLine label={t("take.have")}>
          <LiveMoney label={t("take.have")} amount={cash} size="lg" />
        </AmountLine>
        <FormAmount
          control={control}
          name="takeAmt"
          label={t("take.amount")}
          all={{ label: t("take.all"), amount: cash }}
        />
        <Button type="submit" wide size="lg">
          {take > 0 ? t("take.submit", { amount: format.money(take) }) : t("take.none")}
        </Button>
      </Form>
    </Dialog>
  );
}
