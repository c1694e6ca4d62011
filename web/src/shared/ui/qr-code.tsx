import { useMemo } from "react";
import { encode } from "uqr";
import classes from "./qr-code.module.css";

/** A text to be scanned. It is dark on light in both themes, as cameras expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { border: 2 });
    const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: dots.join("") };
  }, [text]);
  return (
    <svg
      className={classes.root}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#111" />
    </svg>
  );
}
