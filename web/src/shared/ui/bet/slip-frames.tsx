import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/format.tsx";
import { writeOdds } from "../../odds.ts";
import { Dialog } from "../dialog.tsx";
import { Icon } from "../icon.tsx";
import classes from "./slip.module.css";
import { Slip, type SlipProps, slipTotals } from "./slip.tsx";

/** The slip as a column beside the matches; it stays in sight while they scroll. */
export function SlipColumn(props: SlipProps) {
  const { t } = useTranslation("play");
  return (
    <section className={classes.column} aria-label={t("slip.title")}>
      <h2>{t("slip.title")}</h2>
      <Slip keys={false} {...props} />
    </section>
  );
}

interface SlipSheetProps extends SlipProps {
  open: boolean;
  onOpen(open: boolean): void;
}

/** The slip of a phone: a bar over the bottom that says how many legs there are at which odds, and opens the slip as a sheet. */
export function SlipSheet({ open, onOpen, ...props }: SlipSheetProps) {
  const { t } = useTranslation("play");
  const format = useFormat();
  const { legs, form = "decimal", stake } = props;
  if (legs.length === 0) return null;
  const { folder, odds, total } = slipTotals(props);
  return (
    <>
      <button type="button" className={classes.bar} aria-haspopup="dialog" onClick={() => onOpen(true)}>
        <span className={classes.number}>{format.number(legs.length)}</span>
        <span>{t("slip.title")}</span>
        <span className={classes.barEnd}>
          {folder && writeOdds(odds, form)}
          {stake !== null && <span className={classes.barStake}>{format.money(total)}</span>}
          <Icon name="next" size={18} />
        </span>
      </button>
      {open && (
        <Dialog title={t("slip.title")} onClose={() => onOpen(false)}>
          <Slip {...props} onEscape={() => onOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
