import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { useBankName } from "#shared/banks.ts";
import classes from "./details-compared.module.css";

type Values = Res<"/api/admin/details/list">["list"][number]["before"];

const names = ["memName", "phone", "bankName", "accountNo", "accountHolder"] as const;

/** The values that change, masked, the current ones beside the new ones. */
export function DetailsCompared({ before, after }: { before: Values; after: Values }) {
  const { t } = useTranslation("details");
  const bankName = useBankName();
  const text = (name: (typeof names)[number], value: string) => (name === "bankName" ? bankName(value) : value) || "–";
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t("before")}</th>
          <th scope="col">{t("after")}</th>
        </tr>
      </thead>
      <tbody>
        {names
          .filter((name) => after[name] !== "")
          .map((name) => (
            <tr key={name}>
              <th scope="row">{t(name)}</th>
              <td>{text(name, before[name])}</td>
              <td>
                <strong>{text(name, after[name])}</strong>
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
