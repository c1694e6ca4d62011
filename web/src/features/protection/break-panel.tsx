import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { RadioCards } from "#shared/ui/radio-cards.tsx";
import { ExcludeDialog } from "./exclude-dialog.tsx";
import { Fold } from "./fold.tsx";
import classes from "./protection.module.css";
import { TimeoutDialog } from "./timeout-dialog.tsx";

export const timeouts = ["1", "7", "30", "42"] as const;
export const exclusions = ["6", "12", "24", "60"] as const;

/** The two kinds of break: a timeout, which ends by itself, and self-exclusion, which cannot be lifted early. */
export function BreakPanel() {
  const { t } = useTranslation("protection");
  const [days, setDays] = useState<(typeof timeouts)[number]>("1");
  const [months, setMonths] = useState<(typeof exclusions)[number]>("6");
  const [asking, setAsking] = useState<"timeout" | "exclusion" | null>(null);
  return (
    <Panel title={t("break.title")}>
      <p className={classes.quiet}>{t("break.lead")}</p>
      <div className={classes.folds}>
        <Fold title={t("timeout.title")} state={`${t("timeout.1")} – ${t("timeout.42")}`}>
          <RadioCards
            legend={t("timeout.text")}
            name="timeout"
            value={days}
            onChange={(next) => setDays(next)}
            options={timeouts.map((value) => ({ value, label: t(`timeout.${value}`) }))}
          />
          <Button variant="quiet" aria-haspopup="dialog" onClick={() => setAsking("timeout")}>
            {t("timeout.ask")}
          </Button>
        </Fold>
        <Fold title={t("exclusion.title")} state={`${t("exclusion.6")} – ${t("exclusion.60")}`}>
          <RadioCards
            legend={t("exclusion.text")}
            name="exclusion"
            value={months}
            onChange={(next) => setMonths(next)}
            options={exclusions.map((value) => ({ value, label: t(`exclusion.${value}`) }))}
          />
          <Button variant="danger" aria-haspopup="dialog" onClick={() => setAsking("exclusion")}>
            {t("exclusion.ask")}
          </Button>
        </Fold>
      </div>
      {asking === "timeout" && <TimeoutDialog days={days} onClose={() => setAsking(null)} />}
      {asking === "exclusion" && <ExcludeDialog months={months} onClose={() => setAsking(null)} />}
    </Panel>
  );
}
