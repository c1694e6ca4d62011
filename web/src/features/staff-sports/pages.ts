import type { InfiniteData } from "@tanstack/react-query";

interface Pages<Row> {
  data: InfiniteData<{ list: Row[] }> | undefined;
  error: unknown;
  isError: boolean;
  refetch(): unknown;
}

/** Makes one list of the pages that were read so far, as `List` shows it. */
export function listOf<Row>({ data, error, isError, refetch }: Pages<Row>) {
  return { data: data && { list: data.pages.flatMap(({ list }) => list) }, error, isError, refetch };
}
