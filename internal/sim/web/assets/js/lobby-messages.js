// What the site that opened this window is told, and only that site: its origin came with the signed launch.

export function notify(origin, type) {
  const site = window.opener ?? (window.parent !== window ? window.parent : null);
  if (site && origin) site.postMessage({ type }, origin);
}
