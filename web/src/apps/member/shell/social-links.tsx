import { useSite } from "#shared/site.ts";

/** The site's pages elsewhere: up to three, with their names (sns1 to sns3 of the site's options). */
export function SocialLinks({ className }: { className?: string | undefined }) {
  const site = useSite();
  const links = [
    { name: site?.sns1, link: site?.sns1Link, id: site?.sns1Id },
    { name: site?.sns2, link: site?.sns2Link, id: site?.sns2Id },
    { name: site?.sns3, link: site?.sns3Link, id: site?.sns3Id },
  ].filter(({ name, link }) => name && link?.startsWith("https://"));
  if (links.length === 0) return null;
  return (
    <ul className={className}>
      {links.map(({ name, link, id }) => (
        <li key={link}>
          <a href={link} target="_blank" rel="noreferrer noopener">
            {name}
            {id && <small> {id}</small>}
          </a>
        </li>
      ))}
    </ul>
  );
}
