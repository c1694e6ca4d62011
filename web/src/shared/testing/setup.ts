import { afterEach, vi } from "vitest";
import { api } from "../api/client.ts";
import { watched } from "../realtime/watch.ts";
import { renewStore } from "../store.ts";

/** Runs before each test file: the files of one worker share their modules, and each file begins as if it were the first. */
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
renewStore();
afterEach(renewStore);
api.siteId = undefined;
api.askCode = undefined;
watched.serve(null);
