interface Rules {
  createHTML(text: string): string;
  createScriptURL(url: string): string;
}

declare global {
  interface Window {
    trustedTypes?: { createPolicy(name: string, rules: Rules): Rules };
  }
}

const rules: Rules = { createHTML: (text) => text, createScriptURL: (url) => url };
let policy: Rules | undefined;

/** The content security policy wants it said of a text that it may be parsed, and of an address that it may run. */
export function trusted(): Rules {
  policy ??= window.trustedTypes?.createPolicy("hubstake", rules) ?? rules;
  return policy;
}
