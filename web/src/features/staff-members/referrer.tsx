import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { staffPaths } from "#shared/staff/paths.ts";
import { useRight } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { useSaid } from "#shared/staff/use-said.ts";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { type Card, useMove } from "./card.ts";
import { MarkDialog } from "./mark-dialog.tsx";
import classes from "./members.module.css";

const REASON_MAX = 200;
const ID_MAX = 20;

/** Why a member cannot be moved, for staff: the texts of these codes speak to a visitor who signs up. */
function useMoveRefusal(): (error: unknown) => string {
  const { t } = useTranslation("person");
  const faultText = useFaultText();
  return (error) => {
    if (isCode(error, "C019")) return t("referrer.stale");
    if (isCode(error, "U112")) return t("referrer.unknown");
    if (isCode(error, "U113")) return t("referrer.noPartner");
    if (isCode(error, "U114")) return t("referrer.notAllowed");
    return faultText(error);
  };
}

function MoveDialog({ card, onClose }: { card: Card; onClose(): void }) {
  const { t } = useTranslation(["person", "admin"]);
  const said = useSaid();
  const refusal = useMoveRefusal();
  const { mutateAsync: move } = useMove();
  const { memId, recommender: from } = card;
  const form = useAppForm({
    defaultValues: { recommender: "", reason: "" },
    check: ({ recommender, reason }) => {
      const id = recommender.trim().toLowerCase();
      return {
        recommender: id === "" ? t("admin:required") : id === from && t("referrer.same"),
        reason: reason.trim() === "" && t("admin:refuse.missing"),
      };
    },
    onSubmit: ({ recommender, reason }) =>
      move({ memId, from, recommender: recommender.trim().toLowerCase(), reason: reason.trim() }),
    onDone: (outcome) => {
      said(outcome, t("referrer.done", { memId }));
      onClose();
    },
  });
  return (
    <Dialog title={t("referrer.dialog", { memId })} onClose={onClose}>
      <Form form={form} className={staff.form}>
        <p className={staff.dim}>{t("referrer.text")}</p>
        <WhoDecides act="member.move" />
        <FormField
          control={form.control}
          name="recommender"
          label={t("referrer.field")}
          autoComplete="off"
          maxLength={ID_MAX}
        />
        <FormField control={form.control} name="reason" label={t("admin:switch.reason")} maxLength={REASON_MAX} />
        <Refusal box error={form.refusal} words={refusal} />
        <Button type="submit" busy={form.busy}>
          {t("referrer.open")}
        </Button>
      </Form>
    </Dialog>
  );
}

/** The partner who referred the member, how the member comes under another one, and how it becomes a head office. */
export function Referrer({ card }: { card: Card }) {
  const { t } = useTranslation("person");
  const mayChange = useRight("standing") && card.status !== "pending" && card.status !== "deleted";
  const [open, setOpen] = useState<"move" | "office" | null>(null);
  const { memId, recommender } = card;
  const mayBeOffice = mayChange && !card.partner && card.status === "normal" && !card.testSince;
  return (
    <section aria-labelledby="person-referrer" className={staff.form}>
      <h3 id="person-referrer">{t("referrer.title")}</h3>
      <div className={classes.aside}>
        {recommender === "" ? (
          <span className={staff.dim}>{t("referrer.none")}</span>
        ) : (
          <NavLink to={staffPaths.member.replace("$memId", recommender)} className={classes.link}>
            {recommender}
          </NavLink>
        )}
        {mayChange && (
          <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={() => setOpen("move")}>
            {t("referrer.open")}
          </Button>
        )}
        {mayBeOffice && (
          <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={() => setOpen("office")}>
            {t("office.open")}
          </Button>
        )}
      </div>
      {open === "move" && <MoveDialog card={card} onClose={() => setOpen(null)} />}
      {open === "office" && <MarkDialog mark="office" memId={memId} onClose={() => setOpen(null)} />}
    </section>
  );
}
