import { useQuery } from '@tanstack/react-query';
import { type Answer, api, type Draw } from '../../api.ts';
import { useMode } from '../../mode.tsx';

export type Review = Answer<'listReviews'>['reviews'][number];

export const drawLink = (id: string): string => `/memberships/draws/${id}`;
export const reviewLink = (id: string): string => `/memberships/reviews/${id}`;

const UNDER_WAY_MS = 2_000;

/** Whether the draw is sealed but not drawn yet, and so continues without any action. */
export function isUnderWay({ status }: Pick<Draw, 'status'>): boolean {
  return status === 'sealing' || status === 'sealed';
}

export function useDraw(id: string | undefined) {
  const [mode] = useMode();
  return useQuery({
    queryKey: ['draw', id, mode],
    queryFn: () => api.getDraw(id ?? '', { mode }),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.draw) ? UNDER_WAY_MS : false),
  });
}

/** Who may be drawn, and how many of them. */
export type Choice = {
  program_id: string;
  from: string;
  to: string;
  share_percent?: number;
  count?: number;
};

export function choiceOf({ program_id, from, to, share_percent: share, count }: Draw): Choice {
  return {
    program_id,
    from,
    to,
    ...(share !== null && { share_percent: share }),
    ...(count !== null && { count }),
  };
}

/**
 * How many would be drawn from how many candidates if the draw were sealed now. `choice` is undefined until the form is
 * filled.
 */
export function usePreview(choice: Choice | undefined) {
  const [mode] = useMode();
  return useQuery({
    queryKey: ['draw-preview', mode, choice],
    queryFn: () => {
      const { share_percent: share, ...asked } = choice ?? { program_id: '', from: '', to: '' };
      return api.previewDraw({
        ...asked,
        ...(share !== undefined && { share_percent: String(share) }),
        mode,
      });
    },
    enabled: choice !== undefined,
    placeholderData: (before) => before,
    retry: false,
  });
}
