/** Exports of members that have begun and do not end until told. */

import { vi } from 'vitest';
import type { TestSello } from './test-sello.ts';

export function holdExports({ ports: { records } }: TestSello): { begun(): number; release(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { query } = records;
  let begun = 0;
  const spy = vi.spyOn(records, 'query').mockImplementation(async (text, params, name) => {
    if (params?.includes('member.export')) {
      begun += 1;
      await promise;
    }
    return query(text, params, name);
  });
  return {
    begun: () => begun,
    release() {
      spy.mockRestore();
      resolve();
    },
  };
}
