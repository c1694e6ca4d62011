import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./main.module.css";

const ROWS = ["a", "b", "c", "d", "e"];

export function LinesSkeleton() {
  return (
    <div className={classes.lines}>
      {ROWS.map((row) => (
        <div key={row} className={classes.line}>
          <Skeleton width="7rem" />
          <Skeleton width="5rem" />
        </div>
      ))}
    </div>
  );
}
