/** Ends the current task, so that the browser can answer a finger before the next piece of the start. */
export function pause(): Promise<void> {
  return new Promise((resume) => setTimeout(resume));
}
