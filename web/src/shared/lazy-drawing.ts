import { type ComponentType, lazy } from "react";

/** Returns a drawing that is loaded when it is first drawn. It has no texts, and the page does without it where it does not come. */
export function lazyDrawing<Props>(load: () => Promise<ComponentType<Props>>) {
  const none: ComponentType<Props> = () => null;
  return lazy(async () => ({ default: await load().catch(() => none) }));
}
