import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useRight } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import type { Card } from "./card.ts";
import { MarkDialog } from "./mark-dialog.tsx";
import classes from "./members.module.css";

/** Whether the member is a test account, since when and why; and how one is made. */
export function TestMark({ card }: { card: Card }) {
  const { t } = useTranslation(["person", "admin"]);
  const format = useFormat();
  const mayChange = useRight("standing");
  const [open, setOpen] = useState(false);
  const mayMark = mayChange && !card.partner && card.status !== "pending" && card.status !== "deleted";
  if (!card.testSince && !mayMark) return null;
  return (
    <section aria-labelledby="person-test" className={staff.form}>
      <h3 id="person-test">{t("admin:member.test")}</h3>
      {card.testSince ? (
        <Facts
          facts={[
            { name: t("test.since"), value: format.dateTime(card.testSince) },
            { name: t("admin:card.status.by"), value: card.testBy },
            { name: t("admin:card.status.reason"), value: card.testReason },
          ]}
        />
      ) : (
        <div className={classes.aside}>
          <span className={staff.dim}>{t("test.none")}</span>
          <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t("test.open")}
          </Button>
        </div>
      )}
      {open && <MarkDialog mark="test" memId={card.memId} onClose={() => setOpen(false)} />}
    </section>
  );
}
