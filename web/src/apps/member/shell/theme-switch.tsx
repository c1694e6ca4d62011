import { useTranslation } from "react-i18next";
import { Icon } from "#shared/ui/icon.tsx";
import { useTheme } from "#shared/ui/theme.ts";

/** Dark or light, remembered on this device. */
export function ThemeSwitch({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const [theme, choose] = useTheme();
  const next = theme === "light" ? "dark" : "light";
  return (
    <button type="button" className={className} onClick={() => choose(next)}>
      <Icon name={next === "dark" ? "moon" : "sun"} />
      <span>{t(`theme.${next}`)}</span>
    </button>
  );
}
