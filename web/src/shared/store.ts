import { createStore } from "jotai";

/** The one store of client state. Components use hooks; only the app layer (events, session) writes from outside React. */
export const store = createStore();
