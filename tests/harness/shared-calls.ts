/** Single calls whose certificates share a time stamp. */

import { decodeTimestampRequest } from '../../proof/src/index.ts';
import { itemsNamed } from './batch-items.ts';
import { fsck } from './busy-sello.ts';
import type { FaultyPsc } from './faulty-psc.ts';
import { API, type TestAnswer, type TestSello } from './test-sello.ts';

/** The shortest window that the settings allow, so that tests need not wait long. */
export const SHORT_WINDOW = { SELLO_SHARED_STAMP_SECONDS: '1' };

/** Posts the fingerprint of a name. With `once`, under an Idempotency-Key. */
export function postShared(
  sello: Pick<TestSello, 'call'>,
  key: string,
  name: string,
  { once, ...fields }: { once?: string } & Record<string, unknown> = {},
): Promise<TestAnswer> {
  return sello.call('POST', `${API}/certificates`, {
    key,
    payload: { ...itemsNamed([name])[0], stamp: 'shared', ...fields },
    ...(once !== undefined && { headers: { 'idempotency-key': once } }),
  });
}

/** The digests that the provider was asked to stamp, in hexadecimal. */
export function askedOf({ queries }: Pick<FaultyPsc, 'queries'>): string[] {
  return queries.map((query) => Buffer.from(decodeTimestampRequest(query).imprint.digest).toString('hex'));
}

export function ordersIn({ database }: Pick<TestSello, 'database'>) {
  return database.query(
    `select order_id, length(leaves) / 64 as leaves, tsr is not null as is_stamped,
            owner is not null and process_is_alive(owner) as is_waited_for
       from shared_stamps order by ordered_at`,
    [],
    'orders of shared stamps',
  );
}

/** The same calls over sockets, to a server that will be stopped or killed. */
export function postOver(baseUrl: string): Pick<TestSello, 'call'> {
  return {
    async call(method, path, { key, headers, payload } = {}) {
      const answer = await fetch(baseUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          connection: 'close',
          ...headers,
        },
        body: JSON.stringify(payload),
      });
      const text = await answer.text();
      return { status: answer.status, headers: {}, body: JSON.parse(text), text, bytes: Buffer.from(text) };
    },
  };
}

/** The findings of fsck, except that the test's provider has another name than its certificates state. */
export async function faultsIn(sello: TestSello): Promise<unknown[]> {
  const { findings } = await fsck({ sello });
  return findings.filter(({ code }) => code !== 'facts_differ');
}
