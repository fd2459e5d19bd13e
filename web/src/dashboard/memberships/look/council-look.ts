/** What the council decided about its documents. */

import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';

export const LOOK = ['council-look'] as const;

/** How many certificates a document takes: two if the council wants a sealed copy of each document. */
export function useCertificatesPerDocument(): 1 | 2 {
  const { data } = useQuery({ queryKey: LOOK, queryFn: api.getCouncil });
  return data?.council.seals_documents ? 2 : 1;
}
