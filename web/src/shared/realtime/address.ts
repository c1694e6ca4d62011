/** The hub's address on this page's own origin; `?shard=` lets a load balancer keep a shard's sessions on one node. */
export function hubUrl(shard: string, location: { protocol: string; host: string } = window.location): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const query = shard === "" ? "" : `?shard=${encodeURIComponent(shard)}`;
  return `${scheme}//${location.host}/hub${query}`;
}
