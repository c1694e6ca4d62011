// Sounds are synthesised, off until the player switches them on, and never play for a loss.

const key = "sound";
let context = null;
let on = false;

function remembered() {
  try {
    return localStorage.getItem(key) === "on";
  } catch {
    return false; // storage may be closed to us in a frame
  }
}

export function isOn() {
  return on;
}

/** Switches; a browser lets sound begin only in answer to a press. */
export function toggle() {
  on = !on;
  if (on) context ??= new AudioContext();
  try {
    localStorage.setItem(key, on ? "on" : "off");
  } catch {
    // remembered for this window only
  }
  return on;
}

/** Takes up an earlier choice at the first press. */
export function restore(button) {
  if (!remembered()) return;
  const wake = () => {
    if (!on) button.click();
  };
  addEventListener("pointerdown", wake, { once: true });
  addEventListener("keydown", wake, { once: true });
}

function tone(frequency, at, length, level, kind = "sine") {
  if (!on || !context) return;
  const start = context.currentTime + at;
  const voice = context.createOscillator();
  const gain = context.createGain();
  voice.type = kind;
  voice.frequency.value = frequency;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(level, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(gain).connect(context.destination);
  voice.start(start);
  voice.stop(start + length + 0.02);
}

export const press = () => tone(220, 0, 0.12, 0.05, "triangle");
export const land = (n) => tone(150 - n * 6, 0, 0.14, 0.07, "triangle");
export const burst = (n) => [0, 4, 7].forEach((step, i) => tone(392 * 2 ** ((step + n * 2) / 12), i * 0.04, 0.25, 0.04));

/** A few notes of a pentatonic scale, more and higher for a larger win; tier 1 … 3. */
export function win(tier) {
  const scale = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24];
  for (let i = 0; i < 2 + tier * 3; i++) tone(330 * 2 ** (scale[i] / 12), i * 0.09, 0.5, 0.05);
}
