import { useEffect, useState } from "react";

/**
 * Reports whether an address may be a game's: https, or http on a site that is not on https itself, as while developing. Which
 * origins are a provider's is for the content security policy to say.
 */
export function isFrameable(url: string, protocol: string): boolean {
  if (!URL.canParse(url)) return false;
  const address = new URL(url);
  return address.protocol === "https:" || (address.protocol === "http:" && protocol === "http:");
}

/**
 * Reports whether the page must not or cannot frame an address. The site's content security policy names the origins that it
 * frames (frame-src); the browser reports one that it refused.
 */
export function useRefusedFrame(url: string): boolean {
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    const hear = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === "frame-src") setRefused(true);
    };
    document.addEventListener("securitypolicyviolation", hear);
    return () => document.removeEventListener("securitypolicyviolation", hear);
  }, []);
  return refused || !isFrameable(url, location.protocol);
}
