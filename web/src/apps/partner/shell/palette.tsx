import { useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { usePartner } from "#shared/partner/session.ts";
import { CommandPalette } from "#shared/ui/office/command-palette.tsx";
import { pagesFor } from "../pages.ts";

/** Goes to a page that the current person may open. */
export function Palette({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("partner");
  const router = useRouter();
  return (
    <CommandPalette
      commands={pagesFor(usePartner()?.agent.rights ?? []).flatMap(({ path, nav }) =>
        nav ? [{ key: path, label: t(nav.text), group: t(`nav.group.${nav.group}`), icon: nav.icon }] : [],
      )}
      onRun={(href) => void router.navigate({ href })}
      onClose={onClose}
    />
  );
}
