const KEY = "reloaded-for-chunk";

/** The page's entry script. Its name carries a hash over everything it loads, so each build has its own. */
function build(): string {
  return document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src ?? "";
}

/** Whether this tab was not yet reloaded for this build; false where storage is forbidden, because a loop would be worse. */
function mayReload(): boolean {
  try {
    if (sessionStorage.getItem(KEY) === build()) return false;
    sessionStorage.setItem(KEY, build());
    return true;
  } catch {
    return false;
  }
}

/**
 * After a deploy an open tab asks for files of the old build, which are gone. It is then loaded again, once for each build it
 * runs: a file that is missing in the new build too is shown as an error of its page.
 */
export function reloadOnLostChunk(reload: () => void = () => window.location.reload()): void {
  window.addEventListener("vite:preloadError", (event) => {
    // Else the router would answer the same failure with a reload of its own.
    event.preventDefault();
    if (mayReload()) reload();
  });
}
