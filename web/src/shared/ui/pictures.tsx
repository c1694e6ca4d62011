import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "./dialog.tsx";
import { ErrorState } from "./error-state.tsx";
import classes from "./pictures.module.css";
import { Skeleton } from "./skeleton.tsx";

interface PictureFile {
  idx: number;
  width: number;
  height: number;
}

interface PicturesProps {
  pictures: PictureFile[];
  /** Asks the api for a picture; the answer is kept for as long as the session. */
  load(idx: number): Promise<Blob>;
  /** The name of a picture, by its place from 1. */
  label(place: number): string;
}

/** A file as an address for <img>: the site's policy allows no others but its own and these. */
export function dataAddress(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Pictures of a message, small; a press shows one as large as the screen allows. */
export function Pictures({ pictures, load, label }: PicturesProps) {
  if (pictures.length === 0) return null;
  return (
    <ul className={classes.list}>
      {pictures.map((picture, at) => (
        <li key={picture.idx}>
          <Picture picture={picture} load={load} label={label(at + 1)} />
        </li>
      ))}
    </ul>
  );
}

function Picture({ picture, load, label }: { picture: PictureFile; load(idx: number): Promise<Blob>; label: string }) {
  const { idx, width, height } = picture;
  const query = useQuery({
    queryKey: ["picture", idx],
    queryFn: async () => dataAddress(await load(idx)),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { personal: true },
  });
  const [open, setOpen] = useState(false);
  if (query.error) return <ErrorState compact error={query.error} />;
  if (!query.data) return <Skeleton height="6rem" width="6rem" radius="var(--radius-m)" />;
  const shown = <img src={query.data} alt={label} width={width} height={height} />;
  return (
    <>
      <button type="button" className={classes.thumb} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {shown}
      </button>
      {open && (
        <Dialog wide title={label} onClose={() => setOpen(false)}>
          <div className={classes.full}>{shown}</div>
        </Dialog>
      )}
    </>
  );
}
