import { mount } from "#shared/app/mount.tsx";
import { newQueryClient } from "#shared/query.ts";
import { refused } from "#shared/staff/session.ts";
import { App } from "./app.tsx";
import { newRouter } from "./routes.tsx";

const client = newQueryClient((error) => refused(client, error));
const router = newRouter();

// The page of this address is on its way while texts and session are asked for; it is drawn when staff are known.
const page = router.load();
await mount("admin", client, <App router={router} />, () => page);
