import { useTranslation } from "react-i18next";
import { Logo } from "#shared/ui/logo.tsx";
import { useTitle } from "#shared/ui/title.ts";
import classes from "./site.module.css";

/** The page of the window that a click on a game opens at once; the opener then sends the window to the game's address. */
export function PreloadPage() {
  const { t } = useTranslation("main");
  useTitle(t("preload.text"));
  return (
    <main className={classes.bare}>
      <h1>
        <Logo />
      </h1>
      <p aria-live="polite">{t("preload.text")}</p>
    </main>
  );
}
