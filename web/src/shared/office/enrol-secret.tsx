import { useTranslation } from "react-i18next";
import { CopyButton } from "../ui/copy-button.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import classes from "./login.module.css";

interface EnrolSecretProps {
  secret: string;
  address: string;
  /** The next steps in a sentence. */
  lead: string;
}

/** The secret of an authenticator, to be scanned or to be typed. */
export function EnrolSecret({ secret, address, lead }: EnrolSecretProps) {
  const { t } = useTranslation("office");
  return (
    <>
      <h2>{t("enrol.title")}</h2>
      <p className={classes.lead}>{lead}</p>
      <QrCode text={address} label={t("enrol.qr")} />
      <p className={classes.secret}>
        <code>{secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
        <CopyButton compact text={secret} label={t("enrol.secret")} />
      </p>
    </>
  );
}
