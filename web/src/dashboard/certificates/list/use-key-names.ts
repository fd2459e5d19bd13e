import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { useMay } from '../../may.tsx';

/** The names of keys by id. People who may not see keys see their ids. */
export function useKeyNames(isWanted: boolean): ReadonlyMap<string, string> {
  const may = useMay();
  const { data } = useQuery({
    queryKey: ['keys'],
    queryFn: () => api.listKeys(),
    enabled: isWanted && may('listKeys'),
  });
  return new Map(data?.keys.map(({ id, name }) => [id, name]));
}
