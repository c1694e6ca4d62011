import { createStore } from "jotai";

/** The one store of client state. Components use hooks; only the app layer (events, session) writes from outside React. */
export let store = createStore();

/** Test only: replaces the store by an empty one, as a page that is loaded again has. */
export function renewStore(): void {
  store = createStore();
}
