import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { languageKeys } from "#shared/i18n/languages.ts";
import { AmountLine } from "#shared/ui/amount-line.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Chart } from "#shared/ui/chart/chart.tsx";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { Flag } from "#shared/ui/flag.tsx";
import { Icon, iconNames } from "#shared/ui/icon.tsx";
import { LevelIcon } from "#shared/ui/level-icon.tsx";
import { LiveMoney } from "#shared/ui/live-money.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Net } from "#shared/ui/net.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { Rise } from "#shared/ui/rise.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { Steps } from "#shared/ui/steps.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./kit.module.css";
import { Row, Section, Specimen, Stack } from "./specimen.tsx";
import { useSample } from "./use-sample.ts";

const colours = ["ground", "surface-1", "surface-2", "surface-3", "text", "text-dim", "accent", "win", "loss", "info"];
const places = ["place-casino", "place-slots", "place-sports", "place-minigame", "place-money"];
const variants = ["primary", "quiet", "ghost", "danger"] as const;
const tones = ["calm", "busy", "good", "bad", "info"] as const;
const results = [120_000, -45_000, 300_000, 0, -180_000, 60_000, 95_000];

/** The components that belong to no form and no list. */
export function Basics() {
  const { t } = useTranslation();
  const format = useFormat();
  const sample = useSample();
  const toast = useToast();
  const [gain, setGain] = useState(1_234_567);
  const points = results.map((value, at) => ({ day: `2026-11-${16 + at}`, value }));
  return (
    <Section title="Basics">
      <Specimen name="colours" wide>
        <ul className={classes.swatches} lang="en">
          {[...colours, ...places].map((name) => (
            <li key={name}>
              <span style={{ background: `var(--${name})` }} />
              {name}
            </li>
          ))}
        </ul>
      </Specimen>
      {variants.map((variant) => (
        <Specimen key={variant} name={`button-${variant}`}>
          <Stack>
            <Row>
              <Button variant={variant} size="sm">
                {sample.word}
              </Button>
              <Button variant={variant} icon={<Icon name="withdraw" size={18} />}>
                {sample.word}
              </Button>
              <Button variant={variant} size="lg">
                {sample.word}
              </Button>
            </Row>
            <Row>
              <Button variant={variant} busy>
                {sample.word}
              </Button>
              <Button variant={variant} disabled>
                {sample.word}
              </Button>
            </Row>
            <Button variant={variant} wide>
              {sample.long}
            </Button>
          </Stack>
        </Specimen>
      ))}
      <Specimen name="status-pill">
        <Row>
          {tones.map((tone) => (
            <StatusPill key={tone} tone={tone}>
              {sample.word}
            </StatusPill>
          ))}
        </Row>
      </Specimen>
      <Specimen name="money">
        <Row>
          <Money amount={1_234_567} size="sm" />
          <Money amount={1_234_567} />
          <Money amount={999_999_999_999} size="lg" />
          <Money amount={1_234_567} size="xl" />
          <Net amount={50_000} />
          <Money amount={50_000} tone="loss" />
          <Money amount={50_000} unit="points" />
        </Row>
      </Specimen>
      <Specimen name="live-money">
        <Row>
          <span className={classes.rise}>
            <LiveMoney amount={gain} label={t("money.cash")} size="lg" />
            <Rise amount={gain} />
          </span>
          <Button variant="quiet" size="sm" onClick={() => setGain(gain + 50_000)}>
            +{format.money(50_000)}
          </Button>
        </Row>
      </Specimen>
      <Specimen name="toast">
        <Row>
          {(["done", "info", "warning"] as const).map((tone) => (
            <Button key={tone} variant="quiet" size="sm" onClick={() => toast({ tone, text: sample.sentence })}>
              {sample.word}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Specimen name="steps">
        <Stack>
          <Steps steps={sample.facts.slice(0, 3)} at={0} />
          <Steps steps={sample.facts.slice(0, 3)} at={1} waiting />
          <Steps steps={sample.facts.slice(0, 3)} at={3} />
        </Stack>
      </Specimen>
      <Specimen name="facts">
        <Panel title={sample.groups[0]}>
          <Facts
            facts={[
              { name: sample.facts[0] ?? "", value: <Money amount={3_400_000} /> },
              { name: sample.facts[1] ?? "", value: "" },
              { name: sample.facts[2] ?? "", value: <Money amount={120_000} tone="loss" />, warn: sample.sentence },
            ]}
          />
          <Facts roomy facts={[{ name: sample.facts[3] ?? "", value: <Money amount={50_000} /> }]} />
          <AmountLine label={t("money.cash")}>
            <Money amount={1_234_567} />
          </AmountLine>
        </Panel>
      </Specimen>
      <Specimen name="copy-button">
        <Row>
          <CopyButton text="1002-345-678901" label={t("account.number")} />
          <CopyButton text="1002-345-678901" label={t("account.holder")} compact />
        </Row>
      </Specimen>
      <Specimen name="level-icon">
        <Row>
          {Array.from({ length: 10 }, (_, at) => (
            <LevelIcon key={sample.word + String(at + 1)} level={at + 1} />
          ))}
        </Row>
      </Specimen>
      <Specimen name="flag">
        <Row>
          {languageKeys.map((language) => (
            <Flag key={language} language={language} />
          ))}
        </Row>
      </Specimen>
      <Specimen name="icon">
        <div className={classes.icons}>
          {iconNames.map((name) => (
            <Icon key={name} name={name} />
          ))}
        </div>
      </Specimen>
      <Specimen name="chart" wide>
        <Chart title={sample.facts[2] ?? ""} points={points} write={format.money} />
      </Specimen>
    </Section>
  );
}
