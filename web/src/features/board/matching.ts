import type { Post } from "#shared/api/types.ts";

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The posts in which each word of the search stands, in the title or the text; case and accents do not count. */
export function matching<Found extends Pick<Post, "title" | "text">>(posts: Found[], search: string): Found[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return posts.filter((post) => {
    const text = plain(`${post.title} ${post.text}`);
    return words.every((word) => text.includes(word));
  });
}
