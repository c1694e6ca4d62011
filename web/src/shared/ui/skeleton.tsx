import classes from "./states.module.css";

interface SkeletonProps {
  /** CSS lengths, so that nothing moves when the content comes. */
  width?: string;
  height?: string;
  radius?: string;
}

/** The place of something that is loading, in its own size. */
export function Skeleton({ width = "100%", height = "1rem", radius }: SkeletonProps) {
  return <span aria-hidden="true" className={classes.skeleton} style={{ width, height, borderRadius: radius }} />;
}
