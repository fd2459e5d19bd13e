/** The queue: loaded in long pages while scrolling, without the awards just decided. */

import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { api, type Mode, type Pagination, type QueuedAward } from '../../api.ts';
import { type AwardQuery, toApiQuery } from './award-query.ts';

type QueuePage = { awards: readonly QueuedAward[]; pagination: Pagination };

const PAGE = 500;

/**
 * Queries that show a decided award. Somebody who left the queue before the decision was sent may be viewing one of
 * them.
 */
const SHOWN_IN = ['overview', 'course-awards', 'member', 'members', 'rosters', 'eligible', 'eligibility'];

export function useAwards(mode: Mode, query: AwardQuery) {
  const queries = useQueryClient();
  const queryKey = useMemo(() => ['award-queue', mode, query], [mode, query]);
  const list = useInfiniteQuery({
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      api.readAwardQueue({
        limit: PAGE,
        ...toApiQuery(query),
        ...(pageParam && { after: pageParam }),
        mode,
      }),
    getNextPageParam: ({ awards, pagination }: QueuePage) =>
      pagination.has_more ? awards.at(-1)?.award.id : undefined,
    // A reload in the middle of a decision would move rows while somebody works on them.
    refetchOnWindowFocus: false,
  });
  const rows = useMemo(() => list.data?.pages.flatMap(({ awards }) => awards) ?? [], [list.data]);
  const pagination = list.data?.pages[0]?.pagination;

  const forget = useCallback(
    (ids: ReadonlySet<string>) => {
      queries.setQueryData<InfiniteData<QueuePage>>(queryKey, (data) => data && without(data, ids));
      for (const name of SHOWN_IN) void queries.invalidateQueries({ queryKey: [name] });
    },
    [queries, queryKey],
  );
  return {
    ...list,
    rows,
    total: pagination?.total ?? pagination?.total_at_least ?? 0,
    isMore: pagination?.total === null,
    forget,
  };
}

function without(data: InfiniteData<QueuePage>, ids: ReadonlySet<string>): InfiniteData<QueuePage> {
  const pages = data.pages.map(({ awards, pagination }) => {
    const left = awards.filter(({ award }) => !ids.has(award.id));
    const total = pagination.total === null ? null : Math.max(0, pagination.total - ids.size);
    return { awards: left, pagination: { ...pagination, total } };
  });
  return { ...data, pages };
}
