import { useState } from "react";
import { Slip } from "#shared/ui/bet/slip.tsx";
import { Button } from "#shared/ui/button.tsx";
import { ConfirmDialog } from "#shared/ui/confirm-dialog.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { CommandPalette } from "#shared/ui/office/command-palette.tsx";
import { usePaletteKey } from "#shared/ui/office/use-palette-key.ts";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { useSampleSlip } from "./slips.tsx";
import { Row, Section, Specimen } from "./specimen.tsx";
import { useSample } from "./use-sample.ts";

const overlays = ["dialog", "sheet", "confirm", "palette", "slip"] as const;
type Overlay = (typeof overlays)[number];

/** The components that stand over the page. The hash opens one at once: /dev/kit#palette. */
export function Overlays() {
  const sample = useSample();
  const [open, setOpen] = useState<Overlay | undefined>(() => overlays.find((name) => `#${name}` === location.hash));
  const { ask, dialog } = useConfirm();
  const slip = useSampleSlip();
  const close = () => setOpen(undefined);
  usePaletteKey(() => setOpen("palette"));
  const question = {
    title: sample.long,
    text: sample.sentence,
    confirm: sample.word,
    run: () => Promise.resolve(),
    done: sample.sentence,
  };
  return (
    <Section title="Overlays">
      <Specimen name="overlay-buttons" wide>
        <Row>
          {overlays.map((name) => (
            <Button key={name} variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(name)}>
              <span lang="en">{name}</span>
            </Button>
          ))}
          <Button variant="quiet" aria-haspopup="dialog" onClick={() => ask(question)}>
            <span lang="en">question</span>
          </Button>
        </Row>
      </Specimen>
      {dialog}
      {(open === "dialog" || open === "sheet") && (
        <Dialog title={sample.long} kind={open} onClose={close}>
          <p>{sample.sentence}</p>
          <Button onClick={close}>{sample.word}</Button>
        </Dialog>
      )}
      {open === "confirm" && (
        <ConfirmDialog title={sample.long} confirm={sample.word} tone="danger" onConfirm={close} onClose={close}>
          <p>{sample.sentence}</p>
        </ConfirmDialog>
      )}
      {open === "palette" && (
        <CommandPalette
          commands={sample.pages.map((label, at) => ({
            key: label,
            label,
            group: sample.groups[at % 3] ?? "",
            icon: "page",
            ...(at === 0 && { keys: "g w" }),
          }))}
          onRun={() => undefined}
          onClose={close}
        />
      )}
      {open === "slip" && (
        <Dialog title={sample.market} onClose={close}>
          <Slip {...slip} />
        </Dialog>
      )}
    </Section>
  );
}
