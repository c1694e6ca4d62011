import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useRight } from "#shared/staff/session.ts";
import { AmountLine } from "#shared/ui/amount-line.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Money } from "#shared/ui/money.tsx";
import classes from "./partners.module.css";
import type { Card } from "./partners.ts";
import { PTDialog } from "./pt-dialog.tsx";

/** The PT of a partner. Staff gives it to head offices, or takes it; the other partners are paid by the one above. */
export function PT({ card }: { card: Card }) {
  const { t } = useTranslation("partners");
  const format = useFormat();
  const mayCorrect = useRight("correct");
  const [open, setOpen] = useState(false);
  return (
    <section className={classes.form} aria-label={t("pt")}>
      <AmountLine label={t("pt")}>
        <Money amount={card.pt} size="lg" />
      </AmountLine>
      {card.owed > 0 && (
        <p role="note" className={classes.owed}>
          {t("owed", { amount: format.money(card.owed) })}
        </p>
      )}
      {card.upline.length > 0 ? (
        <p className={classes.dim}>{t("ptBelow")}</p>
      ) : (
        mayCorrect && (
          <div>
            <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              {t("ptOpen")}
            </Button>
          </div>
        )
      )}
      {open && <PTDialog card={card} onClose={() => setOpen(false)} />}
    </section>
  );
}
