import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#shared/ui/money.tsx";
import classes from "./slip.module.css";

interface ValueChangeProps {
  was: number;
  now: number;
  /** The way to take the value of now. */
  children?: ReactNode;
}

/** The value of a bet that is no longer what the member took, in the place and the size of what matters. */
export function ValueChange({ was, now, children }: ValueChangeProps) {
  const { t } = useTranslation("sports");
  return (
    <div className={classes.change} role="alert">
      <p>{t("cash.not.changed")}</p>
      <p className={classes.values}>
        <s>
          <Money amount={was} />
        </s>
        <span aria-hidden>→</span>
        <Money amount={now} size="lg" />
      </p>
      {children}
    </div>
  );
}
