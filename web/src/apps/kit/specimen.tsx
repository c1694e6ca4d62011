import type { ReactNode } from "react";
import classes from "./kit.module.css";

/** A part of the page: one kind of component. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes.section}>
      <h2 id={`${id}-title`} lang="en">
        {title}
      </h2>
      <div className={classes.specimens}>{children}</div>
    </section>
  );
}

interface SpecimenProps {
  /** Names the region for the comparison of pictures; unique on the page. */
  name: string;
  /** As wide as the page. */
  wide?: boolean;
  children: ReactNode;
}

/** One component in some of its states; the comparison takes its picture. */
export function Specimen({ name, wide = false, children }: SpecimenProps) {
  return (
    <figure className={classes.specimen} data-wide={wide || undefined}>
      <figcaption lang="en">{name}</figcaption>
      <div data-kit={name} className={classes.stage}>
        {children}
      </div>
    </figure>
  );
}

/** States beside each other. */
export function Row({ start = false, children }: { start?: boolean; children: ReactNode }) {
  return <div className={`${classes.row} ${start ? classes.start : ""}`}>{children}</div>;
}

/** States below each other. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={classes.stack}>{children}</div>;
}
