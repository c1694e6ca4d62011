// Quick spin: the reels stop together and earlier, and less time is kept between two spins. Results are the same; the choice
// is remembered.

const key = "quick";
let on = false;

export const isOn = () => on;

function show(button) {
  button.setAttribute("aria-pressed", String(on));
}

export function wire(button) {
  try {
    on = localStorage.getItem(key) === "on";
  } catch {
    // storage may be closed to us in a frame
  }
  show(button);
  button.addEventListener("click", () => {
    on = !on;
    show(button);
    try {
      localStorage.setItem(key, on ? "on" : "off");
    } catch {
      // remembered for this window only
    }
  });
}
