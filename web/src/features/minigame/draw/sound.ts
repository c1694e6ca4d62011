import { useAtomValue, useSetAtom } from "jotai";
import { keptAtom } from "#shared/kept.ts";
import { store } from "#shared/store.ts";
import type { Cue } from "./timing.ts";

/** Whether draws are heard, remembered on this device; off until it is switched on. */
const soundAtom = keptAtom("draw-sound", (stored) => stored === true);

/** A partial of a sound: a sine that dies away. */
interface Partial {
  hertz: number;
  /** Where a sliding tone ends; the tone is steady without it. */
  to?: number;
  loud: number;
  /** Seconds until it cannot be heard. */
  length: number;
  /** Seconds after the beginning of the sound. */
  after?: number;
}

/** The same for every result: nothing is to be heard in them but that something happened. */
const sounds: Record<Cue["sound"], readonly Partial[]> = {
  ball: [
    { hertz: 1_900, to: 700, loud: 0.1, length: 0.05 },
    { hertz: 420, to: 300, loud: 0.12, length: 0.09 },
  ],
  // The partials of a small metal disc.
  coin: [
    { hertz: 2_640, loud: 0.05, length: 0.7 },
    { hertz: 4_120, loud: 0.035, length: 0.5 },
    { hertz: 6_730, loud: 0.02, length: 0.3 },
  ],
  rung: [{ hertz: 520, to: 480, loud: 0.07, length: 0.16 }],
  end: [523.25, 659.25, 783.99].map((hertz, at) => ({ hertz, loud: 0.06, length: 1.3, after: at * 0.07 })),
};

const ATTACK_S = 0.004;
const SILENCE = 0.0001;

let context: AudioContext | undefined;

function sing(audio: AudioContext, { hertz, to = hertz, loud, length, after = 0 }: Partial): void {
  const at = audio.currentTime + after;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.frequency.setValueAtTime(hertz, at);
  oscillator.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + ATTACK_S);
  gain.gain.exponentialRampToValueAtTime(SILENCE, at + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

/** Plays a sound when sound is on. A browser that has seen no press yet stays silent, and does not catch up later. */
export function play(sound: Cue["sound"]): void {
  if (!store.get(soundAtom)) return;
  context ??= new AudioContext();
  if (context.state === "running") for (const partial of sounds[sound]) sing(context, partial);
  else void context.resume();
}

/** Whether draws are heard, and the function that changes it. */
export function useDrawSound(): [boolean, (on: boolean) => void] {
  const set = useSetAtom(soundAtom);
  const change = (on: boolean) => {
    set(() => on);
    // The press is what browsers ask for.
    if (on) {
      context ??= new AudioContext();
      void context.resume();
    }
  };
  return [useAtomValue(soundAtom), change];
}
