import type { ReactNode } from "react";
import type { Language } from "../i18n/languages.ts";
import classes from "./flag.module.css";

/** The star of the flags that have one, around 0,0 with radius 1. */
const STAR = "M0-1L.225-.309.951-.309.363.118.588.809 0 .382-.588.809-.363.118-.951-.309-.225-.309z";

const flags: Record<Language, ReactNode> = {
  vn: (
    <>
      <path className={classes.red} d="M0 0h30v20H0z" />
      <path className={classes.yellow} d={STAR} transform="translate(15 10) scale(5.6)" />
    </>
  ),
  ko: (
    <>
      <path className={classes.white} d="M0 0h30v20H0z" />
      <circle className={classes.blue} cx="15" cy="10" r="4.6" />
      <path className={classes.red} d="M10.4 10a4.6 4.6 0 0 1 9.2 0 2.3 2.3 0 0 1-4.6 0 2.3 2.3 0 0 0-4.6 0z" />
      <path
        className={classes.bars}
        d="M5 5.500l2.4-2.400M6 6.500l2.4-2.400M21.6 15.900l2.4-2.400M22.6 16.900l2.4-2.400M21.6 4.100l2.4 2.400M22.6 3.100l2.4 2.400M5 14.500l2.4 2.400M6 13.500l2.4 2.4"
      />
    </>
  ),
  en: (
    <>
      <path className={classes.navy} d="M0 0h30v20H0z" />
      <path className={classes.saltire} d="M0 0l30 20M30 0L0 20" />
      <path className={classes.saltireRed} d="M0 0l30 20M30 0L0 20" />
      <path className={classes.cross} d="M15 0v20M0 10h30" />
      <path className={classes.crossRed} d="M15 0v20M0 10h30" />
    </>
  ),
  th: (
    <>
      <path className={classes.red} d="M0 0h30v20H0z" />
      <path className={classes.white} d="M0 3.300h30v13.400H0z" />
      <path className={classes.navy} d="M0 6.700h30v6.600H0z" />
    </>
  ),
  cn: (
    <>
      <path className={classes.red} d="M0 0h30v20H0z" />
      <path className={classes.yellow} d={STAR} transform="translate(5.5 5.5) scale(3)" />
      <path className={classes.yellow} d={STAR} transform="translate(10.5 2.2) scale(1)" />
      <path className={classes.yellow} d={STAR} transform="translate(12.5 4.4) scale(1)" />
      <path className={classes.yellow} d={STAR} transform="translate(12.5 7.4) scale(1)" />
      <path className={classes.yellow} d={STAR} transform="translate(10.5 9.6) scale(1)" />
    </>
  ),
  jp: (
    <>
      <path className={classes.white} d="M0 0h30v20H0z" />
      <circle className={classes.red} cx="15" cy="10" r="6" />
    </>
  ),
};

/** A language's flag in plain shapes. Always beside the language's name: a flag alone does not name a language. */
export function Flag({ language }: { language: Language }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 30 20" width="24" height="16" className={classes.flag}>
      {flags[language]}
    </svg>
  );
}
