/** A page of the list, refreshed while it is open. */

import { useQuery } from '@tanstack/react-query';
import { useLocale } from '../../../i18n/language.tsx';
import { api, type Certificate, type Mode } from '../../api.ts';
import { type ListQuery, toApiQuery } from './list-query.ts';

/** The polling interval while a certificate on the screen is still being anchored. */
export const BUSY_REFRESH_MS = 2_000;
/** The polling interval otherwise, so that what API keys certify shows up too. */
export const CALM_REFRESH_MS = 6_000;

export function useCertificates(mode: Mode, query: ListQuery) {
  const { timeZone } = useLocale();
  const asked = toApiQuery(query, timeZone);
  return useQuery({
    queryKey: ['certificates', mode, asked],
    queryFn: () => api.listCertificates({ ...asked, mode }),
    // Keeps the old rows while the next ones load, unless they are of the other mode.
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === mode ? previous : undefined,
    refetchInterval: ({ state }) =>
      state.data?.certificates.some(isOnItsWay) ? BUSY_REFRESH_MS : CALM_REFRESH_MS,
  });
}

export const isOnItsWay = ({ status }: Certificate): boolean => status !== 'certified';
