import { useState } from "react";
import { Money } from "#shared/ui/money.tsx";
import { DecisionCard, type DecisionCardProps } from "#shared/ui/office/decision-card.tsx";
import { RateEditor } from "#shared/ui/office/rate-editor.tsx";
import { chainOf } from "#shared/ui/office/rates.ts";
import { type NavGroup, SideNav } from "#shared/ui/office/side-nav.tsx";
import { Campaign } from "./campaign.tsx";
import { Partners } from "./partners.tsx";
import { Row, Section, Specimen } from "./specimen.tsx";
import { useSample } from "./use-sample.ts";

const paths = ["/admin", "/admin/a", "/admin/b", "/admin/c", "/admin/d", "/admin/e"];
const icons = ["withdraw", "deposit", "people", "question", "star", "settings"] as const;
const nothing = () => undefined;

/** The components of the back offices of staff and partners. */
export function Office() {
  const sample = useSample();
  const groups: NavGroup[] = [0, 1].map((group) => ({
    key: String(group),
    label: sample.groups[group] ?? "",
    items: [0, 1, 2].map((item) => {
      const at = group * 3 + item;
      return {
        to: paths[at] ?? "",
        label: sample.pages[at] ?? "",
        icon: icons[at] ?? "page",
        badge: [12, 128, 0, 3, 0, 0][at] ?? 0,
        late: at === 0,
      };
    }),
  }));
  return (
    <Section title="Office">
      <Specimen name="side-nav">
        <Row start>
          <SideNav label={sample.pages[0] ?? ""} groups={groups} />
          <SideNav label={sample.pages[1] ?? ""} groups={groups} narrow />
        </Row>
      </Specimen>
      <Rates />
      <Decisions />
      <Specimen name="campaign-editor" wide>
        <Campaign />
      </Specimen>
      <Specimen name="tree-table" wide>
        <Partners />
      </Specimen>
    </Section>
  );
}

function Rates() {
  const sample = useSample();
  const [values, setValues] = useState<readonly (number | null)[]>([120, 125, 40]);
  const products = [
    { value: 80, ceiling: 120, floor: 40 },
    { value: 150, ceiling: 150, floor: 0 },
    { value: 20, ceiling: 100, floor: 45 },
  ].map((rate, at) => ({ ...rate, key: String(at), label: sample.products[at] ?? "" }));
  const levels = values.map((value, at) => ({ key: String(at), label: `${sample.partner} ${at + 2}`, value }));
  return (
    <>
      <Specimen name="rate-editor-chain">
        <RateEditor
          legend={sample.products[0] ?? ""}
          rates={chainOf(150, levels)}
          onChange={(key, value) => setValues(values.map((one, at) => (String(at) === key ? value : one)))}
        />
      </Specimen>
      <Specimen name="rate-editor-products">
        <RateEditor legend={`${sample.partner} 3`} rates={products} onChange={nothing} />
      </Specimen>
      <Specimen name="rate-editor-locked">
        <RateEditor
          legend={`${sample.partner} 4`}
          rates={products.slice(0, 2)}
          locked={sample.sentence}
          onChange={nothing}
        />
      </Specimen>
    </>
  );
}

function Decisions() {
  const sample = useSample();
  const [deposits = "", withdrawals = "", difference = "", left = "", last = "", since = ""] = sample.facts;
  const card: DecisionCardProps = {
    title: sample.pages[0] ?? "",
    who: "member1037",
    amount: 1_200_000,
    approve: sample.word,
    age: "3:20",
    flags: [
      { tone: "busy", text: sample.groups[2] ?? "" },
      { tone: "bad", text: sample.long },
    ],
    groups: [
      {
        name: sample.groups[0] ?? "",
        facts: [
          { name: deposits, value: <Money amount={3_400_000} /> },
          { name: withdrawals, value: <Money amount={1_000_000} /> },
          { name: difference, value: <Money amount={2_400_000} tone="win" /> },
        ],
      },
      {
        name: sample.groups[1] ?? "",
        facts: [
          { name: left, value: <Money amount={0} /> },
          { name: last, value: "2026-11-23 11:58" },
          { name: since, value: "2025-02-11", warn: sample.long },
        ],
      },
    ],
    onApprove: nothing,
    onRefuse: nothing,
  };
  return (
    <>
      <Specimen name="decision-card" wide>
        <DecisionCard {...card} />
      </Specimen>
      <Specimen name="decision-card-held">
        <DecisionCard {...card} late holder="operator2" flags={[]} />
      </Specimen>
      <Specimen name="decision-card-failed">
        <DecisionCard {...card} fault={sample.sentence} busy flags={[]} />
      </Specimen>
    </>
  );
}
