/** Performs one action on several certificates, a few at a time. */

import type { Certificate } from '../../api.ts';
import { ApiError } from '../../own-api.ts';

const AT_ONCE = 4;

/**
 * Tries all certificates. If some are refused, it rejects with the first refusal and names those certificates. The
 * others are done, and repeating the call does no harm.
 */
export async function doEach(
  certificates: readonly Certificate[],
  act: (certificate: Certificate) => Promise<unknown>,
): Promise<void> {
  const waiting = [...certificates];
  const refused: { title: string; error: unknown }[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        await act(next);
      } catch (error) {
        refused.push({ title: next.title, error });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const [first] = refused;
  if (first === undefined) return;
  const reason = first.error instanceof ApiError || first.error instanceof Error ? first.error.message : '';
  throw new Error(`${reason} (${refused.map(({ title }) => title).join(', ')})`);
}
