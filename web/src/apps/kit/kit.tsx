import { Toasts } from "#shared/ui/toast.tsx";
import { Basics } from "./basics.tsx";
import { Betting } from "./betting.tsx";
import { Draws } from "./draws.tsx";
import { Fields } from "./fields.tsx";
import classes from "./kit.module.css";
import { Lists } from "./lists.tsx";
import { Office } from "./office.tsx";
import { Overlays } from "./overlays.tsx";
import { Shells } from "./shells.tsx";
import { States } from "./states.tsx";
import { Templates } from "./templates.tsx";

/** Every component in every state. Not part of the product: `npm run dev` serves it at /dev/kit, and the pictures are taken of it. */
export function Kit() {
  return (
    <>
      <main className={classes.page}>
        <Shells />
        <Templates />
        <Basics />
        <States />
        <Fields />
        <Lists />
        <Betting />
        <Draws />
        <Office />
        <Overlays />
      </main>
      <Toasts />
    </>
  );
}
