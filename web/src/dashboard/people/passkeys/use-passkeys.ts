import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';

export const PASSKEYS = ['passkeys'] as const;

export function usePasskeys() {
  return useQuery({ queryKey: PASSKEYS, queryFn: api.listPasskeys });
}
