/** The answer of a call; the call is made again when `key` changes or when a component requests it. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type { Found } from '../ui/loaded.tsx';

export function useLoaded<Data>(
  key: string,
  read: () => Promise<Data>,
): Found<Data> & { refetch: () => Promise<void> } {
  const [seen, setSeen] = useState<{ key: string; data?: Data; error?: unknown }>({ key });
  const latest = useRef(read);
  latest.current = read;
  const refetch = useCallback(async () => {
    try {
      const data = await latest.current();
      setSeen({ key, data });
    } catch (error) {
      setSeen({ key, error });
    }
  }, [key]);
  useEffect(() => {
    void refetch();
  }, [refetch]);
  const isOld = seen.key !== key;
  return { data: isOld ? undefined : seen.data, error: isOld ? undefined : seen.error, refetch };
}
