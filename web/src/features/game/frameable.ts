/**
 * Reports whether an address may be a game's: https, or http on a site that is not on https itself, as while developing. Which
 * origins are a provider's is for the content security policy to say.
 */
export function isFrameable(url: string, protocol: string): boolean {
  if (!URL.canParse(url)) return false;
  const address = new URL(url);
  return address.protocol === "https:" || (address.protocol === "http:" && protocol === "http:");
}
