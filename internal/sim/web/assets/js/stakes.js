// The chips of the stakes: a group of radio buttons with a step down and up.

import { amount, make, short } from "./text.js";

const $ = (id) => document.getElementById(id);

/** changed is called whenever another stake is chosen; locked says that none may be chosen now. */
export class Stakes {
  constructor(list, { changed, locked, face = short }) {
    Object.assign(this, { list, changed, locked, at: 0 });
    this.chips = list.map((value, n) => {
      const chip = make("button", { type: "button", role: "radio", "aria-checked": "false" }, face(value));
      chip.setAttribute("aria-label", amount(value));
      chip.addEventListener("click", () => !locked() && this.choose(n));
      return chip;
    });
    $("chips").replaceChildren(...this.chips);
    $("chips").addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (!step || locked()) return;
      event.preventDefault();
      event.stopPropagation();
      this.choose(this.at + step);
      this.chips[this.at].focus();
    });
    $("lower").addEventListener("click", () => this.choose(this.at - 1));
    $("raise").addEventListener("click", () => this.choose(this.at + 1));
  }

  get value() {
    return this.list[this.at];
  }

  choose(n) {
    this.at = Math.min(Math.max(n, 0), this.list.length - 1);
    if ($("stake")) $("stake").textContent = amount(this.value);
    for (const [i, chip] of this.chips.entries()) chip.setAttribute("aria-checked", String(i === this.at));
    const chip = this.chips[this.at];
    $("chips").scrollTo({ left: chip.offsetLeft - ($("chips").clientWidth - chip.offsetWidth) / 2 });
    this.changed();
  }

  refresh() {
    for (const [n, chip] of this.chips.entries()) {
      chip.tabIndex = n === this.at ? 0 : -1;
      chip.setAttribute("aria-disabled", String(this.locked()));
    }
    $("lower").disabled = this.locked() || this.at === 0;
    $("raise").disabled = this.locked() || this.at === this.list.length - 1;
  }
}
