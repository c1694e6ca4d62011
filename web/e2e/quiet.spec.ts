import { paths } from "../src/shared/paths.ts";
import { demo } from "./support/demo.ts";
import { enter, speak } from "./support/member-page.ts";
import { Watched } from "./support/quiet.ts";
import { test } from "./support/test.ts";

/*
 * An untouched page must make at most five calls in ten seconds, whatever happens to the site; the counts do not depend on time. walk.spec.ts proves it of every
 * page that was opened in fine weather, maintenance.spec.ts of those under maintenance.
 */

test("pages that are opened while the api fails are quiet", async ({ context }) => {
  await speak(context, "en");
  await enter(context, demo().member);
  const watched = new Watched(context);
  await watched.begin();
  await watched.change("api failing");
  await watched.open([paths.deposit]);
  await watched.expectQuiet("opened while the api fails");
});
