import { useTranslation } from "react-i18next";
import { Choice } from "#shared/ui/choice.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { useSearch } from "#shared/use-search.ts";
import { AccountList } from "./account-list.tsx";
import { depositAccountsSearch } from "./accounts.ts";
import { Views } from "./views.tsx";

/** The accounts that members pay into, and who saw which one when. */
export function DepositAccountsPage() {
  const { t } = useTranslation(["admin", "accounts"]);
  const { search, replace } = useSearch(depositAccountsSearch);
  const { part = "list" } = search;
  return (
    <ListPage
      title={t("nav.depositAccounts")}
      lead={t("accounts:lead")}
      filters={
        <Choice
          label={t("accounts:part")}
          value={part}
          onChange={(next) => replace({ part: next })}
          options={[
            { value: "list", label: t("accounts:list") },
            { value: "views", label: t("accounts:views") },
          ]}
        />
      }
    >
      {part === "list" ? <AccountList onViews={(account) => replace({ part: "views", account })} /> : <Views />}
    </ListPage>
  );
}
