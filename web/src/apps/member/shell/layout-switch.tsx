import { useAtom } from "jotai";
import { useTranslation } from "react-i18next";
import { Icon } from "#shared/ui/icon.tsx";
import { layoutAtom } from "#shared/ui/layout.ts";

/** The other one of the two layouts, remembered on this device (D-59). */
export function LayoutSwitch({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const [layout, choose] = useAtom(layoutAtom);
  const next = layout === "mobile" ? "desktop" : "mobile";
  return (
    <button type="button" className={className} onClick={() => choose(next)}>
      <Icon name={next === "mobile" ? "phone" : "device"} />
      <span>{t(`layout.${next}`)}</span>
    </button>
  );
}
