import { useMantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "#shared/ui/icon.tsx";

/** Dark or light, remembered on this device. */
export function ThemeSwitch({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const next = colorScheme === "light" ? "dark" : "light";
  return (
    <button type="button" className={className} onClick={() => setColorScheme(next)}>
      <Icon name={next === "dark" ? "moon" : "sun"} />
      <span>{t(`theme.${next}`)}</span>
    </button>
  );
}
