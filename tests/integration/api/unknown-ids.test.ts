/**
 * Every operation answers that an id is unknown if it belongs to another account's record, to no record, or is not
 * valid.
 */

import { expect, test } from 'vitest';
import { type Described, describedOperations, examplesOf } from '../../harness/described-operations.ts';
import { inPlace, modeOf, openMode, openPlace, PLACES } from '../../harness/example-places.ts';
import { forFile } from '../../harness/for-file.ts';
import { openHookedSello } from '../../harness/hooks.ts';
import type { Council } from '../../harness/memberships.ts';

const sello = forFile(() => openHookedSello({ SELLO_BASE_URL: 'https://certifica.mx' }));

const ABOUT_ONE = (await describedOperations()).filter(({ path }) => path.includes('{id}'));

/** Queries without which an operation is refused. */
const QUERIES: Readonly<Record<string, string>> = { getProof: '?type=blockchain' };

/** No test changes the records, so all operations on a kind of record share them. */
const places = new Map<unknown, ReturnType<typeof openPlace>>();
const strangers = new Map<unknown, Promise<Council>>();

function kept<Key, T>(map: Map<Key, Promise<T>>, key: Key, make: () => Promise<T>): Promise<T> {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

function bodyOf({ requestBody }: Described): unknown {
  const [media] = Object.values(requestBody?.content ?? {});
  return media && examplesOf(media)[0];
}

test.for(ABOUT_ONE.map((one) => [one.operationId, one] as const))(
  'M12 %s: a record of another account is as unknown as one that does not exist',
  async ([name, operation]) => {
    const { council, place } = await kept(places, PLACES[name], () => openPlace(sello, name));
    const mode = modeOf(name);
    const { key } = place;
    const stranger = await kept(strangers, key === undefined ? mode : PLACES[name], async () =>
      key === undefined ? openMode(sello, mode) : (await openPlace(sello, name)).council,
    );
    const example = bodyOf(operation);
    const body = example === undefined ? undefined : (inPlace(example, place) as object);
    const { id = '' } = place.params;
    const ask = (by: Council, asked: string) => {
      const params: Record<string, string> = { type: 'blockchain', ...place.params, id: asked };
      const url = operation.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => params[param] ?? '');
      return by.call(operation.method, `${url}${QUERIES[name] ?? ''}`, body);
    };
    const nobodys = await ask(council, id.replace(/.{8}$/, '00000000'));
    expect([nobodys.status, nobodys.body.error], nobodys.text).toEqual([404, 'not_found']);
    expect((await ask(stranger, id)).text).toBe(nobodys.text);
    expect((await ask(council, 'nonsense')).text).toBe(nobodys.text);
  },
);
