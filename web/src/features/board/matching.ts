import type { Post } from "#shared/api/types.ts";
import { finder } from "#shared/find.ts";

/** The posts in which each word of the search stands, in the title or the text; case and accents do not count. */
export function matching<Found extends Pick<Post, "title" | "text">>(posts: Found[], search: string): Found[] {
  const has = finder(search);
  return posts.filter((post) => has(`${post.title} ${post.text}`));
}
