/** A list that grows while scrolling: each page begins after the last record of the previous one. */

import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

type Pagination = { total: number | null; total_at_least?: number | undefined; has_more: boolean };

const PAGE_SIZE = 100;
const AGAIN_MS = 2_000;
/** Longer lists are not read again and again, because that would be slow. */
const MOST_PAGES_AGAIN = 3;

export function usePages<Page extends { pagination: Pagination }, Row extends { id: string }>(
  queryKey: readonly unknown[],
  load: (page: { limit: number; after?: string }) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
  /** Returns true if the rows change without any action here, so that they must be read again from time to time. */
  isUnderWay?: (rows: readonly Row[]) => boolean,
) {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => load({ limit: PAGE_SIZE, ...(pageParam && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.pagination.has_more ? rowsOf(page).at(-1)?.id : undefined),
    // Reloading a hundred pages automatically would be slow; changes reset the list instead.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.pages.length <= MOST_PAGES_AGAIN && isUnderWay?.(data.pages.flatMap(rowsOf))
        ? AGAIN_MS
        : false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: how to find the rows of a page does not change.
  const rows = useMemo(() => list.data?.pages.flatMap(rowsOf) ?? [], [list.data]);
  const pagination = list.data?.pages[0]?.pagination;
  return {
    list,
    rows,
    /** If the next rows fail to load, the rows already loaded stay. */
    found: {
      data: list.data && (rows.length > 0 || !list.error) ? rows : undefined,
      error: list.error,
      refetch: list.refetch,
    },
    total: pagination?.total ?? pagination?.total_at_least,
    isExact: pagination?.total !== null,
    loadMore: () => {
      if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
    },
  };
}
