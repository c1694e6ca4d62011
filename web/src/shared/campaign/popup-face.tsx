import { RichText } from "../ui/rich-text.tsx";
import { pictureOf } from "./picture.ts";
import classes from "./popup-face.module.css";

interface PopupFaceProps {
  /** Empty: none. */
  image: string;
  html: string;
}

/** The part of a popup below its title. */
export function PopupFace({ image, html }: PopupFaceProps) {
  return (
    <>
      {image !== "" && <img className={classes.picture} {...pictureOf(image, "min(100vw, 32rem)")} alt="" />}
      <RichText html={html} />
    </>
  );
}
