import { mount } from "#shared/app/mount.tsx";
import { addPartnerTexts } from "#shared/i18n/partner-texts.ts";
import { refused } from "#shared/partner/session.ts";
import { newQueryClient } from "#shared/query.ts";
import { App } from "./app.tsx";
import { newRouter } from "./routes.tsx";

const client = newQueryClient((error) => refused(client, error));
const router = newRouter();

// The page of this address is on its way while texts and session are asked for; it is drawn when it is known who is here.
const page = router.load();
void addPartnerTexts();
await mount("partner", client, <App router={router} />, () => page);
