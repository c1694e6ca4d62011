import { useTranslation } from "react-i18next";
import { paths } from "#shared/paths.ts";
import { Icon } from "#shared/ui/icon.tsx";

/** The partner area, in a window of its own (product.txt, section 2): it has a layout and a token of its own. */
export function PartnerLink({ className, onFollow }: { className?: string | undefined; onFollow?(): void }) {
  const { t } = useTranslation();
  return (
    <a href={paths.partner} target="_blank" rel="noopener" className={className} onClick={onFollow}>
      <Icon name="people" />
      <span>{t("nav.partner")}</span>
    </a>
  );
}
