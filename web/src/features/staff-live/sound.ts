import { atom, useAtomValue, useSetAtom } from "jotai";
import { useEffect, useRef } from "react";
import { readStored, writeStored } from "#shared/storage.ts";
import { store } from "#shared/store.ts";
import type { Kind } from "./queues.ts";

const KEY = "queue-sound";

/** The choice of this visit. */
const choiceAtom = atom<boolean>();

/** Whether new rows are heard, remembered on this device. Switching it on is also the press that browsers ask for. */
const soundAtom = atom(
  (get) => get(choiceAtom) ?? readStored(KEY) === "on",
  (_, set, on: boolean) => {
    set(choiceAtom, on);
    writeStored(KEY, on ? "on" : "off");
    if (on) play("in");
  },
);

/** Two soft notes, higher for what is more urgent: each queue has its own pair. In Hz. */
const notes: Record<Kind, [number, number]> = { signup: [392, 523], in: [523, 659], out: [659, 880], pt: [659, 784] };

const LOUD = 0.12;
const NOTE_S = 0.16;

let context: AudioContext | undefined;

function tone(audio: AudioContext, hertz: number, at: number): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = "sine";
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(LOUD, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + NOTE_S * 2);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + NOTE_S * 2);
}

/** Plays the notes of a queue when sound is on. A browser that has seen no press yet stays silent. */
function play(kind: Kind): void {
  if (!store.get(soundAtom)) return;
  context ??= new AudioContext();
  const audio = context;
  void audio.resume().then(() => {
    const [first, second] = notes[kind];
    tone(audio, first, audio.currentTime);
    tone(audio, second, audio.currentTime + NOTE_S);
  });
}

/** Plays once when rows appear that were not there before; the rows found at the start are silent. */
export function useArrivals(kind: Kind, keys: string[] | undefined): void {
  const known = useRef<Set<string>>(undefined);
  useEffect(() => {
    if (keys === undefined) return;
    const before = known.current;
    known.current = new Set([...(before ?? []), ...keys]);
    if (before && keys.some((key) => !before.has(key))) play(kind);
  }, [kind, keys]);
}

export function useSound(): [boolean, (on: boolean) => void] {
  return [useAtomValue(soundAtom), useSetAtom(soundAtom)];
}
