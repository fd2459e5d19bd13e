/** Exports that have begun and do not end until the test lets them. `action` is their name in the audit log. */

import { vi } from 'vitest';
import type { TestSello } from './test-sello.ts';

type HeldExports = { begun(): number; release(): void };

export function holdExports({ ports: { records } }: TestSello, action = 'member.export'): HeldExports {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { query } = records;
  let begun = 0;
  const spy = vi.spyOn(records, 'query').mockImplementation(async (text, params, name) => {
    if (params?.includes(action)) {
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
