import { useQuery } from '@tanstack/react-query';
import { ownApi } from '../../own-api.ts';

export const PASSKEYS = ['passkeys'] as const;

export function usePasskeys() {
  return useQuery({ queryKey: PASSKEYS, queryFn: ownApi.listPasskeys });
}
