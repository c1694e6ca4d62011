import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import classes from "./login.module.css";

interface RecoveryCodesProps {
  codes: string[];
  /** The name of the button that follows. */
  enter: string;
  onDone(): void;
}

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, enter, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation("office");
  const [kept, setKept] = useState(false);
  return (
    <div className={classes.form}>
      <h2>{t("enrol.codes")}</h2>
      <p className={classes.lead}>{t("enrol.codesText")}</p>
      <ol className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <CopyButton text={codes.join("\n")} label={t("enrol.codes")} />
      <Checkbox label={t("enrol.kept")} checked={kept} onChange={setKept} />
      <Button size="lg" wide disabled={!kept} onClick={onDone}>
        {enter}
      </Button>
    </div>
  );
}
