import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { SlipColumn, SlipSheet } from "#shared/ui/bet/slip-frames.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { AcceptField } from "./accept-field.tsx";
import { openBetsQuery } from "./bets.ts";
import { OpenBets } from "./open-bets.tsx";
import { Receipts } from "./receipts.tsx";
import classes from "./slip.module.css";
import { type SlipOwner, useSlip } from "./use-slip.ts";

interface SlipViewProps extends SlipOwner {
  /** The way to all bets. */
  all: ReactNode;
}

/** The slip beside the matches, and the member's open bets below it. */
export function SlipBeside({ all, ...owner }: SlipViewProps) {
  const { slip, accept, receipts, onSeen } = useSlip(owner);
  return (
    <div className={classes.beside}>
      {receipts.length > 0 ? (
        <Receipts receipts={receipts} onSeen={onSeen} />
      ) : (
        <SlipColumn {...slip}>{owner.member && <AcceptField accept={accept} />}</SlipColumn>
      )}
      {owner.member && <OpenBets all={all} />}
    </div>
  );
}

/** The slip of a phone and the way to the open bets, over the foot of the window. */
export function SlipBelow({ all, ...owner }: SlipViewProps) {
  const { t } = useTranslation("play");
  const { slip, accept, receipts, onSeen } = useSlip(owner);
  const [open, setOpen] = useState(false);
  return (
    <div className={classes.below}>
      {owner.member && <OpenBetsButton all={all} />}
      {receipts.length > 0 ? (
        <Dialog title={t("slip.title")} onClose={onSeen}>
          <Receipts receipts={receipts} onSeen={onSeen} />
        </Dialog>
      ) : (
        <SlipSheet {...slip} open={open} onOpen={setOpen}>
          {owner.member && <AcceptField accept={accept} />}
        </SlipSheet>
      )}
    </div>
  );
}

/** How many bets are open; they are a sheet. */
function OpenBetsButton({ all }: { all: ReactNode }) {
  const { t } = useTranslation("sports");
  const { language } = useFormat();
  const [open, setOpen] = useState(false);
  const count = useQuery(openBetsQuery(language)).data?.list.length ?? 0;
  if (count === 0 && !open) return null;
  return (
    <>
      <button type="button" className={classes.strip} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("strip", { count })}
      </button>
      {open && (
        <Dialog title={t("open.title")} onClose={() => setOpen(false)}>
          <OpenBets all={all} />
        </Dialog>
      )}
    </>
  );
}
