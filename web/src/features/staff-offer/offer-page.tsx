import { useTranslation } from "react-i18next";
import { Choice } from "#shared/ui/choice.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { useSearch } from "#shared/use-search.ts";
import { Games } from "./games.tsx";
import { offerSearch } from "./offers.ts";
import { OpenList } from "./open-list.tsx";
import { Groups, Products } from "./parts.tsx";
import { Vendors } from "./vendors.tsx";

const parts = { vendors: Vendors, groups: Groups, products: Products, games: Games } as const;
const names = ["vendors", "groups", "products", "games"] as const;

/** Shows providers, groups, products and games, each with its switch. */
export function OfferPage() {
  const { t } = useTranslation("offer");
  const { t: admin } = useTranslation("admin");
  const { search, replace } = useSearch(offerSearch);
  const { part = "vendors", open, vendor } = search;
  const Part = parts[part];
  if (open !== undefined && vendor !== undefined) return <OpenList key={open} kind={open} vendor={vendor} />;
  return (
    <ListPage
      title={admin("nav.offer")}
      lead={t("lead")}
      filters={
        <Choice
          label={t("part")}
          value={part}
          onChange={(next) => replace({ part: next })}
          options={names.map((value) => ({ value, label: t(`part.${value}`) }))}
        />
      }
    >
      <Part />
    </ListPage>
  );
}
