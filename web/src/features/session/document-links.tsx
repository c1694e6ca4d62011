import { useTranslation } from "react-i18next";
import { paths } from "#shared/paths.ts";
import classes from "./session.module.css";

const pages = { terms: paths.terms, privacy: paths.privacy, cookies: paths.cookies };

/** The way to each document, in a tab of its own: what was typed here stays. */
export function DocumentLinks({ documents }: { documents: { kind: string; version: number }[] }) {
  const { t } = useTranslation();
  const kinds = (["terms", "privacy", "cookies"] as const).filter((kind) => documents.some((one) => one.kind === kind));
  return (
    <ul className={classes.documents}>
      {kinds.map((kind) => (
        <li key={kind}>
          <a href={pages[kind]} target="_blank" rel="noopener">
            {t(`document.${kind}`)}
          </a>
        </li>
      ))}
    </ul>
  );
}
