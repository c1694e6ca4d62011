import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { AmountLine } from "#shared/ui/amount-line.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
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

/** A game with a wallet of its own asks first how much of the balance goes into it, and says how it comes back. */
export function TakeAlongDialog({ game, cash, onPlay, onClose }: TakeAlongProps) {
  const { t } = useTranslation("game");
  const format = useFormat();
  const faultText = useFaultText();
  const name = useGameName()(game);
  const [amount, setAmount] = useState<number | null>(cash > 0 ? cash : null);
  const take = amount ?? 0;
  const tooMuch = take > cash;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!tooMuch) onPlay(take);
  };
  return (
    <Dialog title={t("take.title", { game: name })} onClose={onClose}>
      <form className={classes.take} onSubmit={submit} noValidate>
        <p>{t("take.text")}</p>
        <AmountLine label={t("take.have")}>
          <LiveMoney label={t("take.have")} amount={cash} size="lg" />
        </AmountLine>
        <AmountField
          label={t("take.amount")}
          name="takeAmt"
          value={amount}
          onChange={setAmount}
          all={{ label: t("take.all"), amount: cash }}
          error={tooMuch ? faultText(new ApiError("C001")) : undefined}
        />
        <Button type="submit" wide size="lg" disabled={tooMuch}>
          {take > 0 ? t("take.submit", { amount: format.money(take) }) : t("take.none")}
        </Button>
      </form>
    </Dialog>
  );
}
