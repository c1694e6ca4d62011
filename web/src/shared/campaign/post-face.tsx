import { RichText } from "../ui/rich-text.tsx";
import { pictureOf } from "./picture.ts";
import classes from "./post-face.module.css";

interface PostFaceProps {
  /** Empty: none. */
  image: string;
  html: string;
}

/** The part of a notice or an event below its title. */
export function PostFace({ image, html }: PostFaceProps) {
  return (
    <>
      {image && (
        <img
          className={classes.picture}
          {...pictureOf(image, "(max-width: 900px) 100vw, 48rem")}
          alt=""
          decoding="async"
        />
      )}
      <RichText html={html} />
    </>
  );
}
