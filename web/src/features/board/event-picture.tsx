import type { Post } from "#shared/api/types.ts";
import { pictureOf } from "#shared/campaign/picture.ts";
import { eventKindOf } from "./board.ts";
import classes from "./event.module.css";
import { EventArt } from "./event-art.tsx";

/** The picture of an event: the one that staff chose, else the drawing of its kind. */
export function EventPicture({ event: { image, category } }: { event: Pick<Post, "image" | "category"> }) {
  // A node of the release before sends none.
  if (!image) return <EventArt kind={eventKindOf(category)} />;
  return (
    <img
      className={`${classes.art} ${classes.photo}`}
      {...pictureOf(image, "(max-width: 900px) 100vw, 48rem")}
      alt=""
      decoding="async"
    />
  );
}
