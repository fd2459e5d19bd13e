/** Bouncy Castle judges the records of certificates as they are after each renewal of all time stamps. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { renewStamps } from '../../server/src/proofs/renewals/renew-stamps.ts';
import { type BouncyCastle, openBouncyCastle } from '../harness/bouncy-castle-records.ts';
import { type ForgedProvider, forgeProvider } from '../harness/forged-provider.ts';
import { type LastingSello, openLastingSello } from '../harness/lasting-sello.ts';
import { API } from '../harness/test-sello.ts';

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const ENDS = { SELLO_ALGORITHM_ENDS: 'RSA@2070-01-01,ECDSA@2070-01-01,SHA-256@2045-01-01' };
const CONTENTS = ['one', 'two', 'three', 'four', 'five'];

let bouncyCastle: BouncyCastle;
let world: LastingSello;
let successor: ForgedProvider;
beforeAll(async () => {
  successor = await forgeProvider({
    name: 'B',
    keys: 'ec',
    notBefore: day('2030-01-01'),
    notAfter: day('2061-01-01'),
  });
  [bouncyCastle, world] = await Promise.all([openBouncyCastle(), openLastingSello(ENDS, [successor])]);
});
afterAll(async () => {
  await bouncyCastle.close();
  await world.close();
});

async function recordOf(id: string): Promise<Uint8Array> {
  const url = `${API}/certificates/${id}/proof?type=record&format=raw`;
  return (await world.sello.call('GET', url, { key: world.caller.key })).bytes;
}

async function expectAccepted(ids: readonly string[]): Promise<void> {
  const at = world.sello.ports.now().toISOString();
  const records = await Promise.all(ids.map(recordOf));
  const ask = (content: (i: number) => string) =>
    bouncyCastle.ask(
      records.map((bytes, i) => ({ bytes, objects: [Buffer.from(content(i))], group: false, at })),
    );
  expect(await ask((i) => CONTENTS[i]!)).toEqual(ids.map(() => 'accepted'));
  expect(await ask(() => 'another')).toEqual(ids.map(() => expect.stringMatching(/^refused/)));
}

test('P131 Bouncy Castle accepts the record of each certificate after each renewal, but for no other file', async () => {
  const ids: string[] = [];
  for (const content of CONTENTS) ids.push(await world.certify(content));
  await expectAccepted(ids);
  // The stamp is renewed twice, then the hash, then the stamp of the new hash.
  for (const time of ['2030-08-01', '2030-12-03', '2044-08-01', '2060-08-01']) {
    world.sello.advance(day(time).getTime() - world.sello.ports.now().getTime());
    world.stampBy(successor);
    expect(await renewStamps(world.sello.ports)).toBe(true);
    await expectAccepted(ids);
  }
});
