/** Who stamps live certificates and which chain witnesses them, so that pages promise no more than is configured. */

import { useQuery } from '@tanstack/react-query';
import { ownApi } from './own-api.ts';

/** Undefined until the server has answered. Until then, the pages claim nothing about stamps or the chain. */
export function useService() {
  return useQuery({ queryKey: ['service'], queryFn: ownApi.getService, staleTime: Number.POSITIVE_INFINITY })
    .data;
}
