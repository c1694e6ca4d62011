import { ApiError } from "#shared/api/error.ts";
import { Button } from "#shared/ui/button.tsx";
import { EmptyArt, type EmptyArtName } from "#shared/ui/empty-art.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
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
      <Specimen name="rich-text">
        <RichText
          html={`<h2>${sample.word}</h2><p>${sample.sentence} <b>${sample.long}</b></p><ul><li>${sample.facts[0]}</li><li>${sample.facts[1]}</li></ul>`}
        />
      </Specimen>
    </Section>
  );
}
