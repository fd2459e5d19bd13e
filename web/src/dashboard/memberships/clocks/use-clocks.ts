import { useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../api.ts';
import { useMode } from '../../mode.tsx';

export type Clock = Answer<'listClocks'>['clocks'][number];

const WHILE_MOVING_MS = 700;

/** The clocks of test mode; none in live mode. They are read repeatedly while one of them is moving. */
export function useClocks() {
  const [mode] = useMode();
  return useQuery({
    queryKey: ['clocks', mode],
    queryFn: () => api.listClocks({ mode, limit: 100 }),
    enabled: mode === 'test',
    refetchInterval: ({ state }) =>
      state.data?.clocks.some(({ status }) => status === 'advancing') ? WHILE_MOVING_MS : false,
  });
}
