import { Provider } from "jotai";
import { useHydrateAtoms } from "jotai/utils";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type ConnectionState, connectionAtom } from "#shared/realtime/state.ts";
import { Button } from "#shared/ui/button.tsx";
import { Clock } from "#shared/ui/clock.tsx";
import { ConnectionLamp, ConnectionStrip } from "#shared/ui/connection-strip.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { LanguageMenu } from "#shared/ui/language-menu.tsx";
import { Logo } from "#shared/ui/logo.tsx";
import { Marquee } from "#shared/ui/marquee.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { useTheme } from "#shared/ui/theme.ts";
import classes from "./kit.module.css";
import { Row, Section, Specimen, Stack } from "./specimen.tsx";
import { useSample } from "./use-sample.ts";

const states: ConnectionState[] = ["live", "connecting", "polling", "offline", "insecure", "crowded"];

/** The head of the page, and the parts of the shells. */
export function Shells() {
  const { t } = useTranslation();
  const sample = useSample();
  const [theme, setTheme] = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  return (
    <>
      <header className={classes.head}>
        <h1 lang="en">Kit</h1>
        <div className={classes.tools}>
          <Button variant="ghost" size="sm" aria-label={t(`theme.${other}`)} onClick={() => setTheme(other)}>
            <Icon name={theme === "dark" ? "sun" : "moon"} />
          </Button>
          <LanguageMenu />
        </div>
      </header>
      <Section title="Shells">
        <Specimen name="logo">
          <Row>
            <Logo />
            <Logo mark />
          </Row>
        </Specimen>
        <Specimen name="clock">
          <Clock />
        </Specimen>
        <Specimen name="nav-link">
          <Row>
            <NavLink to="/admin">{sample.pages[0]}</NavLink>
            <NavLink to="/admin/members">{sample.pages[2]}</NavLink>
          </Row>
        </Specimen>
        <Specimen name="language-menu-short">
          <Row>
            <LanguageMenu short />
          </Row>
        </Specimen>
        <Specimen name="marquee">
          <Marquee label={sample.pages[4] ?? ""} items={[{ key: 1, content: sample.sentence }]} />
        </Specimen>
        <Specimen name="connection">
          <Stack>
            {states.map((state) => (
              <Provider key={state}>
                <Connected state={state}>
                  <Row>
                    <ConnectionLamp />
                    <ConnectionStrip />
                  </Row>
                </Connected>
              </Provider>
            ))}
          </Stack>
        </Specimen>
      </Section>
    </>
  );
}

function Connected({ state, children }: { state: ConnectionState; children: ReactNode }) {
  useHydrateAtoms([[connectionAtom, state]]);
  return children;
}
