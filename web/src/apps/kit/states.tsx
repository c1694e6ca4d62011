import { ApiError } from "#shared/api/error.ts";
import { Button } from "#shared/ui/button.tsx";
import { EmptyArt, type EmptyArtName } from "#shared/ui/empty-art.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { Pictures } from "#shared/ui/pictures.tsx";
import { QrCode } from "#shared/ui/qr-code.tsx";
import { RichText } from "#shared/ui/rich-text.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./kit.module.css";
import { Section, Specimen, Stack } from "./specimen.tsx";
import { useSample } from "./use-sample.ts";

const arts: EmptyArtName[] = [
  "coins",
  "games",
  "messages",
  "notices",
  "history",
  "winners",
  "queue",
  "questions",
  "talk",
  "broken",
];
const pictures = [1, 2].map((idx) => ({ idx, width: 160, height: 120 }));
const drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="tan" d="M0 0h4v3H0z"/></svg>';
const load = () => Promise.resolve(new Blob([drawn], { type: "image/svg+xml" }));

/** The components that stand in the place of content, and content that staff wrote. */
export function States() {
  const sample = useSample();
  return (
    <Section title="States">
      <Specimen name="empty-art" wide>
        <div className={classes.arts}>
          {arts.map((name) => (
            <EmptyArt key={name} name={name} />
          ))}
        </div>
      </Specimen>
      <Specimen name="empty-state">
        <EmptyState art="coins" title={sample.sentence} action={<Button size="sm">{sample.word}</Button>}>
          {sample.long}
        </EmptyState>
      </Specimen>
      <Specimen name="error-state">
        <ErrorState error={new ApiError("E001", { traceId: "4bf92f3577b34da6" })} onRetry={() => undefined} />
      </Specimen>
      <Specimen name="skeleton">
        <Stack>
          <Skeleton width="60%" />
          <Skeleton height="4rem" radius="var(--radius-m)" />
        </Stack>
      </Specimen>
      <Specimen name="pictures">
        <Pictures pictures={pictures} load={load} label={(place) => `${sample.word} ${place}`} />
      </Specimen>
      <Specimen name="qr-code">
        <QrCode text="https://hubstake.example/?ref=demo" label={sample.word} />
      </Specimen>
      <Specimen name="rich-text">
        <RichText
          html={`<h2>${sample.word}</h2><p>${sample.sentence} <b>${sample.long}</b></p><ul><li>${sample.facts[0]}</li><li>${sample.facts[1]}</li></ul>`}
        />
      </Specimen>
    </Section>
  );
}
