import { atom, useAtom } from "jotai";
import { readStored, writeStored } from "#shared/storage.ts";
import { store } from "#shared/store.ts";

/** The kinds that have a sound of their own. */
export const heard = ["join", "login", "leave", "in", "out", "payout", "bet"] as const;
export type Heard = (typeof heard)[number];

const KEY = "partner-sound";

function remembered(): readonly Heard[] {
  const kept = (readStored(KEY) ?? "").split(",");
  return heard.filter((kind) => kept.includes(kind));
}

/** The choice of this visit. */
const choiceAtom = atom<readonly Heard[]>();

const onAtom = atom((get) => get(choiceAtom) ?? remembered());

/** The kinds that are heard, remembered on this device; none at first. Switching one on is also the press that browsers ask for. */
const soundAtom = atom(
  (get) => get(onAtom),
  (get, set, kind: Heard, on: boolean) => {
    const kinds = heard.filter((one) => (one === kind ? on : get(onAtom).includes(one)));
    set(choiceAtom, kinds);
    writeStored(KEY, kinds.join(","));
    if (on) play(kind);
  },
);

/** A soft note for each kind, higher for what is about money. In Hz. */
const notes: Record<Heard, number> = { leave: 262, login: 330, join: 392, in: 523, out: 659, payout: 698, bet: 784 };

const LOUD = 0.12;
const NOTE_S = 0.3;

let context: AudioContext | undefined;

/** Plays the note of a kind when it is switched on. A browser that has seen no press yet stays silent. */
export function play(kind: Heard): void {
  if (!store.get(onAtom).includes(kind)) return;
  context ??= new AudioContext();
  const audio = context;
  void audio.resume().then(() => {
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    const at = audio.currentTime;
    oscillator.frequency.value = notes[kind];
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(LOUD, at + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + NOTE_S);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(at);
    oscillator.stop(at + NOTE_S);
  });
}

export function useSound() {
  return useAtom(soundAtom);
}
