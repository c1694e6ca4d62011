import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { ResultLine } from "#shared/minigame/result-line.tsx";
import { useDrawWords } from "#shared/minigame/words.ts";
import { type Fact, Facts } from "#shared/ui/facts.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { type Games, gamesQuery } from "../games.ts";
import type { DrawSearch } from "../search.ts";
import classes from "./fair.module.css";
import recipe from "./recipe.mjs?raw";
import { Verifier } from "./verifier.tsx";

interface FairPageProps {
  search: DrawSearch;
  onSearch(search: DrawSearch): void;
  /** The ways to the pay tables and to other pages of the draws. */
  links: ReactNode;
}

/** How draws come about, told by the last round, and the means to compute any round again. For everybody (S-57, S-64). */
export function FairPage({ search, onSearch, links }: FairPageProps) {
  const { t } = useTranslation("minigame");
  const query = useQuery(gamesQuery);
  return (
    <Page title={t("fair.title")} lead={t("fair.lead")} template="reading">
      {links}
      <QueryView query={query} skeleton={<Skeleton height="40rem" radius="var(--radius-l)" />}>
        {(stands) => {
          // A reader who comes to check a round finds the means first; every other one reads first.
          const verifier = <Verifier search={search} onSearch={onSearch} stands={stands} />;
          return (
            <>
              {search.no && verifier}
              <Story stands={stands} game={search.game} />
              {!search.no && verifier}
              <Recipe />
            </>
          );
        }}
      </QueryView>
    </Page>
  );
}

/** The recipe of a draw as a program, which is the one of the README, too. */
function Recipe() {
  const { t } = useTranslation("minigame");
  return (
    <Panel title={t("fair.recipe.title")}>
      <p className={classes.dim}>{t("fair.recipe.lead")}</p>
      <pre className={classes.recipe} lang="en">
        <code>{recipe}</code>
      </pre>
    </Panel>
  );
}

/** What happens in a round, from the chain to the outcome. */
function Story({ stands, game }: { stands: Games; game: string | undefined }) {
  const { t } = useTranslation("minigame");
  const example = exampleOf(stands, game);
  const beacon = stands.beacon;
  const told = beacon === null ? "none" : beacon.public ? "public" : "own";
  return (
    <>
      <Panel title={t("fair.how")}>
        <ol className={classes.steps}>
          {(["chain", "commit", "beacon", "mix", "tell"] as const).map((step) => (
            <li key={step}>
              <h3>{t(`fair.step.${step}`)}</h3>
              <p>{t(`fair.step.${step}.text`)}</p>
              {step === "beacon" && (
                <p className={told === "public" ? classes.good : classes.warn} data-beacon={told}>
                  {t(`fair.beacon.${told}`)}
                </p>
              )}
            </li>
          ))}
        </ol>
      </Panel>
      {example && <Example example={example} />}
      <Panel title={t("fair.who")}>
        <ul className={classes.plain}>
          {(["house", "member", "beacon"] as const).map((who) => (
            <li key={who}>
              {t(told === "public" || who === "member" ? `fair.who.${who}` : `fair.who.${who}.${told}`)}
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={t("fair.void")}>
        <p>{t("fair.void.text")}</p>
      </Panel>
    </>
  );
}

type Example = NonNullable<Games["games"][number]["stands"]["last"]>;

/** The last round of the game asked for, else the latest of all. */
function exampleOf({ games }: Games, game: string | undefined): Example | undefined {
  const ended = games.flatMap(({ code, stands }) => (stands.last ? [{ code, last: stands.last }] : []));
  const latest = ended.toSorted((a, b) => b.last.drawsAt.localeCompare(a.last.drawsAt))[0];
  return (ended.find(({ code }) => code === game) ?? latest)?.last;
}

function Example({ example }: { example: Example }) {
  const { t } = useTranslation("minigame");
  const format = useFormat();
  const words = useDrawWords();
  const code = (text: string) => <code className={classes.value}>{text}</code>;
  const facts: Fact[] = [
    { name: t("fair.fact.head"), value: code(example.chain) },
    { name: t("fair.fact.index"), value: format.number(example.index) },
    { name: t("fair.fact.commitment"), value: code(example.commitment) },
    { name: t("fair.fact.opens"), value: format.moment(example.opensAt) },
    { name: t("fair.fact.closes"), value: format.moment(example.closesAt) },
    { name: t("fair.fact.draws"), value: format.moment(example.drawsAt) },
    ...(example.beaconChain === "" ? [] : [{ name: t("fair.fact.beacon"), value: format.number(example.beaconRound) }]),
    { name: t("fair.fact.seed"), value: example.seed === "" ? t("fair.untold") : code(example.seed) },
    ...(example.signature === "" ? [] : [{ name: t("fair.fact.signature"), value: code(example.signature) }]),
    {
      name: t("rounds.result"),
      value: example.outcome ? (
        <ResultLine game={example.game} outcome={example.outcome} />
      ) : (
        t("fair.void.round", { reason: words.reason(example.reason) })
      ),
    },
  ];
  return (
    <Panel title={t("fair.example", { game: words.game(example.game), no: example.no })}>
      <Facts facts={facts} />
    </Panel>
  );
}
