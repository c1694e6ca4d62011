import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show } from "#shared/testing/render.tsx";
import { play } from "./sound.ts";
import { SoundSwitch } from "./sound-switch.tsx";

afterEach(() => vi.unstubAllGlobals());

const ramp = () => ({
  value: 0,
  setValueAtTime: vi.fn(),
  linearRampToValueAtTime: vi.fn(),
  exponentialRampToValueAtTime: vi.fn(),
});

test("draws are silent until sound is switched on, which this device remembers", async () => {
  const started = vi.fn();
  let state = "suspended";
  vi.stubGlobal(
    "AudioContext",
    class {
      currentTime = 0;
      destination = {};
      get state() {
        return state;
      }
      async resume() {
        state = "running";
      }
      createOscillator() {
        return { frequency: ramp(), connect: (next: unknown) => next, start: started, stop: vi.fn() };
      }
      createGain() {
        return { gain: ramp(), connect: (next: unknown) => next };
      }
    },
  );
  await show(<SoundSwitch />);
  const button = screen.getByRole("switch", { name: "Sound" });
  expect(button.getAttribute("aria-checked")).toBe("false");
  play("ball");
  expect([started.mock.calls.length, state]).toEqual([0, "suspended"]);
  await userEvent.click(button);
  expect(button.getAttribute("aria-checked")).toBe("true");
  expect(localStorage.getItem("draw-sound")).toBe("true");
  play("ball");
  expect(started).toHaveBeenCalled();
  await userEvent.click(button);
  started.mockClear();
  play("coin");
  expect(started).not.toHaveBeenCalled();
});
