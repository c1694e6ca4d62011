import { useTranslation } from "react-i18next";
import { usePartner } from "#shared/partner/session.ts";
import { SideNav } from "#shared/ui/office/side-nav.tsx";
import { groups, pagesFor } from "../pages.ts";

interface NavigationProps {
  narrow?: boolean;
  onFollow?(): void;
}

/** The pages that the current person may open, by group. */
export function Navigation({ narrow = false, onFollow }: NavigationProps) {
  const { t } = useTranslation("partner");
  const pages = pagesFor(usePartner()?.agent.rights ?? []);
  return (
    <SideNav
      label={t("nav.label")}
      narrow={narrow}
      {...(onFollow && { onFollow })}
      groups={groups
        .map((key) => ({
          key,
          label: t(`nav.group.${key}`),
          items: pages.flatMap(({ path, nav }) =>
            nav?.group === key ? [{ to: path, label: t(nav.text), icon: nav.icon }] : [],
          ),
        }))
        .filter(({ items }) => items.length > 0)}
    />
  );
}
