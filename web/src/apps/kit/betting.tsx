import { useState } from "react";
import { type OddsForm, writeOdds } from "#shared/odds.ts";
import { LeagueTree } from "#shared/ui/bet/league-tree.tsx";
import { MatchList } from "#shared/ui/bet/match-list.tsx";
import type { Match } from "#shared/ui/bet/match-row.tsx";
import { OddsButton, type OddsButtonProps } from "#shared/ui/bet/odds-button.tsx";
import { OddsGrid } from "#shared/ui/bet/odds-grid.tsx";
import { StakeKeypad } from "#shared/ui/bet/stake-keypad.tsx";
import { Button } from "#shared/ui/button.tsx";
import classes from "./kit.module.css";
import { Slips } from "./slips.tsx";
import { Row, Section, Specimen, Stack } from "./specimen.tsx";
import { useSample } from "./use-sample.ts";

const forms: OddsForm[] = ["decimal", "hongkong", "malay", "indonesian", "american"];
const nothing = () => undefined;

/** The components of a bet. */
export function Betting() {
  const sample = useSample();
  const [home = "", draw = "", away = ""] = sample.outcomes;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(["0-0", "2-2"]));
  const [favourites, setFavourites] = useState<ReadonlySet<string>>(new Set(["1"]));
  const [moved, setMoved] = useState(0);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(["sport0"]));
  const [league, setLeague] = useState("sport0-1");
  const [stake, setStake] = useState<number | null>(30_000);
  const flip = (set: ReadonlySet<string>, key: string) =>
    new Set(set.has(key) ? [...set].filter((one) => one !== key) : [...set, key]);

  const odds: (Partial<OddsButtonProps> & { name: string })[] = [
    { name: "normal" },
    { name: "chosen", chosen: true },
    { name: "up", change: "up" },
    { name: "down", change: "down" },
    { name: "suspended", state: "suspended" },
    { name: "locked", state: "locked" },
    { name: "chosen-suspended", state: "suspended", chosen: true },
  ];
  const matches: Match[] = [0, 1, 2].map((at) => ({
    id: String(at),
    home: sample.teams[at * 2] ?? "",
    away: sample.teams[at * 2 + 1] ?? "",
    league: sample.leagues[at] ?? "",
    clock: at === 1 ? "67′" : `${19 + at}:30`,
    live: at === 1,
    favourite: favourites.has(String(at)),
    more: 48 + at * 13,
    ...(at === 1 && { score: [2, 1] as const }),
    prices: [home, draw, away].map((label, price) => ({
      id: `${at}-${price}`,
      label,
      odds: 1_850 + at * 412 + price * 615 + (((moved * 37 + at + price) % 3) - 1) * moved * 5,
      ...(at === 1 && price === 1 && { state: "suspended" as const }),
      ...(at === 2 && price === 0 && { state: "locked" as const }),
    })),
  }));
  return (
    <Section title="Betting">
      {odds.map(({ name, ...props }) => (
        <Specimen key={name} name={`odds-${name}`}>
          <div className={classes.odds}>
            <OddsButton label={home} odds={1_850} onChoose={nothing} {...props} />
            <OddsButton label={`${sample.over} 2.5`} odds={1_905} onChoose={nothing} {...props} />
          </div>
        </Specimen>
      ))}
      <Specimen name="odds-forms">
        <Stack>
          {forms.map((form) => (
            <Row key={form}>
              {[1_850, 2_000, 2_500, 13_000].map((one) => (
                <span key={one}>{writeOdds(one, form)}</span>
              ))}
            </Row>
          ))}
        </Stack>
      </Specimen>
      <Specimen name="odds-grid">
        <OddsGrid
          name={`${sample.over} / ${sample.under}`}
          corner={sample.market}
          columns={[sample.over, sample.under]}
          rows={[1_500, 2_500, 3_500].map((line, at) => ({
            name: writeOdds(line, "decimal"),
            prices: [sample.over, sample.under].map((label, side) => ({
              label: `${label} ${writeOdds(line, "decimal")}`,
              odds: 1_400 + at * 350 + side * 220,
              chosen: at === 1 && side === 0,
              state: at === 2 && side === 1 ? ("suspended" as const) : ("open" as const),
              onChoose: nothing,
            })),
          }))}
        />
      </Specimen>
      {(["roomy", "standard", "dense"] as const).map((density) => (
        <Specimen key={density} name={`match-list-${density}`} wide={density !== "roomy"}>
          <Stack>
            <MatchList
              name={`${sample.leagues[0]}, ${density}`}
              columns={["1", "X", "2"]}
              matches={matches}
              density={density}
              chosen={chosen}
              onChoose={(id) => setChosen(flip(chosen, id))}
              onOpen={nothing}
              onFavourite={(id) => setFavourites(flip(favourites, id))}
            />
            {density === "roomy" && (
              <Row>
                <Button variant="quiet" size="sm" onClick={() => setMoved(moved + 1)}>
                  <span lang="en">Move the prices</span>
                </Button>
              </Row>
            )}
          </Stack>
        </Specimen>
      ))}
      <Specimen name="league-tree">
        <LeagueTree
          label={sample.sports.join(", ")}
          open={open}
          chosen={league}
          onOpen={setOpen}
          onChoose={setLeague}
          nodes={sample.sports.map((name, at) => ({
            key: `sport${at}`,
            name,
            icon: at === 0 ? ("ball" as const) : ("star" as const),
            count: 1_204 - at * 397,
            children: sample.leagues.map((leagueName, under) => ({
              key: `sport${at}-${under}`,
              name: leagueName,
              count: 48 - under * 11,
            })),
          }))}
        />
      </Specimen>
      <Specimen name="stake-keypad">
        <StakeKeypad
          value={stake}
          limits={{ min: 5_000, max: 1_000_000 }}
          quick={[5_000, 10_000, 50_000, 100_000]}
          onChange={setStake}
        />
      </Specimen>
      <Specimen name="stake-keypad-above">
        <Stack>
          <StakeKeypad
            value={1_500_000}
            limits={{ min: 5_000, max: 1_000_000 }}
            quick={[5_000, 10_000]}
            keys={false}
            onChange={nothing}
          />
          <StakeKeypad
            value={null}
            limits={{ min: 5_000, max: 1_000_000 }}
            quick={[5_000]}
            keys={false}
            disabled
            onChange={nothing}
          />
        </Stack>
      </Specimen>
      <Slips />
    </Section>
  );
}
