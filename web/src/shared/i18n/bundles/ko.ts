/** The texts of the member site in one chunk. */
export const texts = import.meta.glob<Record<string, string>>(["../locales/ko/*.json", "!../locales/ko/admin.json"], {
  eager: true,
  import: "default",
});
