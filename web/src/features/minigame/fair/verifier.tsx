import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { quicknet } from "#shared/fairness/beacon.ts";
import { canVerify } from "#shared/fairness/bytes.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { drawGames } from "#shared/minigame/games.ts";
import { ResultLine } from "#shared/minigame/result-line.tsx";
import { useDrawWords } from "#shared/minigame/words.ts";
import { Button } from "#shared/ui/button.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { type Games, roundQuery } from "../games.ts";
import { type DrawSearch, drawSearch } from "../search.ts";
import type { PublishedRound } from "./check-round.ts";
import { Checks } from "./checks.tsx";
import classes from "./fair.module.css";

interface VerifierProps {
  search: DrawSearch;
  onSearch(search: DrawSearch): void;
  stands: Games;
}

/** Computes a round again in the browser of the reader. */
export function Verifier({ search, onSearch, stands }: VerifierProps) {
  const { t } = useTranslation("minigame");
  const words = useDrawWords();
  const [game, setGame] = useState<string>(search.game ?? drawGames[0]);
  const [no, setNo] = useState(search.no === undefined ? "" : String(search.no));
  const [wrong, setWrong] = useState(false);
  const [tries, setTries] = useState(0);
  // The address may change under the form: by a link, or by going back.
  useEffect(() => {
    if (search.game) setGame(search.game);
    if (search.no) setNo(String(search.no));
  }, [search.game, search.no]);
  const check = () => {
    const next = drawSearch({ game, no: no.replace(/[\s.,]/g, "") });
    setWrong(next.no === undefined);
    if (next.no === undefined) return;
    setTries(tries + 1);
    onSearch(next);
  };
  return (
    <Panel title={t("fair.verify.title")}>
      <p className={classes.dim}>{t("fair.verify.lead")}</p>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          check();
        }}
      >
        <SelectField
          label={t("fair.game")}
          value={game}
          onChange={setGame}
          options={drawGames.map((code) => ({ value: code, label: words.game(code) }))}
        />
        <Field
          label={t("rounds.round")}
          value={no}
          inputMode="numeric"
          onChange={setNo}
          error={wrong && t("fair.no.wrong")}
        />
        <Button type="submit" disabled={!canVerify()}>
          {t("fair.check")}
        </Button>
      </form>
      {!canVerify() && <p className={classes.warn}>{t("fair.insecure")}</p>}
      {canVerify() && search.game && search.no && (
        <Checked key={`${search.game} ${search.no} ${tries}`} game={search.game} no={search.no} stands={stands} />
      )}
      <p className={classes.dim}>{t("fair.command")}</p>
      <code className={classes.command}>
        {`go run ./deployments/verify -site ${window.location.origin} -game ${game} -round ${no || "…"}`}
      </code>
    </Panel>
  );
}

interface CheckedProps {
  game: string;
  no: number;
  stands: Games;
}

/** A round, and the checks if it has ended. */
function Checked({ game, no, stands }: CheckedProps) {
  const query = useQuery(roundQuery(game, no));
  if (query.isError) return <ErrorState error={query.error} compact onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height="12rem" />;
  return <Round round={query.data} stands={stands} />;
}

function Round({ round, stands }: { round: PublishedRound; stands: Games }) {
  const { t } = useTranslation("minigame");
  const format = useFormat();
  const words = useDrawWords();
  const own = round.beaconChain !== "" && round.beaconChain !== quicknet.hash;
  const every = stands.games.find(({ code }) => code === round.game)?.every ?? 0;
  return (
    <section className={classes.round} aria-label={t("fair.round", { game: words.game(round.game), no: round.no })}>
      <h3>{t("fair.round", { game: words.game(round.game), no: round.no })}</h3>
      <p className={classes.dim}>{format.moment(round.drawsAt)}</p>
      {round.outcome && <ResultLine game={round.game} outcome={round.outcome} />}
      {round.state === "void" && <p>{t("fair.void.round", { reason: words.reason(round.reason) })}</p>}
      {own && <p className={classes.warn}>{t("fair.beacon.own")}</p>}
      {round.beaconChain === "" && <p className={classes.warn}>{t("fair.beacon.none")}</p>}
      {round.seed === "" ? (
        <p>{round.state === "void" ? t("fair.untold") : t("fair.open", { commitment: round.commitment })}</p>
      ) : (
        <Checks round={round} beacon={stands.beacon} every={every} />
      )}
    </section>
  );
}
