import { useTranslation } from "react-i18next";
import { receiptNumber } from "#shared/receipt/number.ts";
import { useShown } from "#shared/staff/personal.ts";
import { ShowPersonal } from "#shared/staff/show-personal.tsx";
import classes from "#shared/staff/staff.module.css";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import type { Inquiry } from "./inquiries.ts";

type Guest = NonNullable<Inquiry["guest"]>;

const kinds = { email: "inquiry.contact.email", phone: "inquiry.contact.phone" } as const;

/** The details that a guest gave. They link to no member, because nothing of them is verified. */
export function GuestFacts({ idx, guest }: { idx: number; guest: Guest }) {
  const { t } = useTranslation("admin");
  const { shown, of } = useShown("inquiry", idx);
  const contact = of("contact", guest.contact);
  const kind =
    guest.contactKind === "email" || guest.contactKind === "phone"
      ? kinds[guest.contactKind]
      : "inquiry.contact.messenger";
  return (
    <div className={classes.quote}>
      <Facts
        facts={[
          { name: t("inquiry.case"), value: receiptNumber("G", idx) },
          {
            name: t(kind),
            value: (
              <>
                {contact} {shown && <CopyButton compact text={contact} label={t(kind)} />}
              </>
            ),
          },
          {
            name: t("personal.data"),
            value: <ShowPersonal subject="inquiry" id={String(idx)} fields={["contact"]} purpose="contact" />,
          },
          { name: t("inquiry.claims"), value: guest.account === "" ? t("inquiry.claims.none") : guest.account },
        ]}
      />
      <p className={classes.dim}>{t("inquiry.unverified")}</p>
    </div>
  );
}
