import "./layers.css";
import "./tokens.css";
import "./fonts/latin.css";
import "./base.css";
import "./mantine.css";
import { createTheme, localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";

/** The settings that the component library needs in script; every measure and colour comes from tokens.css. */
const theme = createTheme({
  fontFamily: "var(--font)",
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
});

const schemes = localStorageColorSchemeManager({ key: "colour-scheme" });

/** The look of a bundle. Styles are files only: `withCssVariables` and `withGlobalClasses` would write style tags. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="dark"
      colorSchemeManager={schemes}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
