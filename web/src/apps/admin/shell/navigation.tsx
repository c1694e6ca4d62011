import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useStaff } from "#shared/staff/session.ts";
import { statusQuery } from "#shared/staff/status.ts";
import { SideNav } from "#shared/ui/office/side-nav.tsx";
import { groups, pagesFor } from "./pages.ts";

interface NavigationProps {
  narrow?: boolean;
  onFollow?(): void;
}

/** The pages that the current user may open, by group, with what waits on them; the hub keeps the figures current. */
export function Navigation({ narrow = false, onFollow }: NavigationProps) {
  const { t } = useTranslation("admin");
  const rights = useStaff()?.admin.rights ?? [];
  const status = useQuery(statusQuery).data;
  const pages = pagesFor(rights);
  return (
    <SideNav
      label={t("nav.label")}
      narrow={narrow}
      {...(onFollow && { onFollow })}
      groups={groups
        .map((key) => ({
          key,
          label: t(`nav.group.${key}`),
          items: pages
            .filter(({ group }) => group === key)
            .map(({ to, text, icon, badge }) => ({
              to,
              label: t(text),
              icon,
              ...(status && badge && { badge: badge(status, rights) }),
            })),
        }))
        .filter(({ items }) => items.length > 0)}
    />
  );
}
