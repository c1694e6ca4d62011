import { useTranslation } from "react-i18next";
import { caseNumber } from "#shared/case-number.ts";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import classes from "../shell/desk.module.css";
import type { Inquiry } from "./inquiries.ts";

type Guest = NonNullable<Inquiry["guest"]>;

const kinds = { email: "inquiry.contact.email", phone: "inquiry.contact.phone" } as const;

/** What a guest said of themselves. It leads to no member: nothing of it is verified. */
export function GuestFacts({ idx, guest }: { idx: number; guest: Guest }) {
  const { t } = useTranslation("admin");
  const kind =
    guest.contactKind === "email" || guest.contactKind === "phone"
      ? kinds[guest.contactKind]
      : "inquiry.contact.messenger";
  return (
    <div className={classes.quote}>
      <dl className={classes.facts}>
        <div>
          <dt>{t("inquiry.case")}</dt>
          <dd>{caseNumber(idx)}</dd>
        </div>
        <div>
          <dt>{t(kind)}</dt>
          <dd>
            {guest.contact} <CopyButton compact text={guest.contact} label={t(kind)} />
          </dd>
        </div>
        <div>
          <dt>{t("inquiry.claims")}</dt>
          <dd>{guest.account === "" ? t("inquiry.claims.none") : guest.account}</dd>
        </div>
      </dl>
      <p className={classes.dim}>{t("inquiry.unverified")}</p>
    </div>
  );
}
