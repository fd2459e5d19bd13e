/** A journal written from the leaves in memory has the same rows as one written from the database. */

import { beforeAll, expect, test } from 'vitest';
import { readJournal } from '../../../server/src/upkeep/journal/pg-journal.ts';
import { forFile } from '../../harness/for-file.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

let key: string;
const sello = forFile(openTestSello);
beforeAll(async () => {
  ({ key } = await sello.newAccount());
  // The first round makes this process the one that writes the journal.
  await sello.certify(key, 'first');
  await keep();
});

async function keep(): Promise<void> {
  await sello.sequence();
  await sello.ports.pastKeeper.keep(true);
}

const NOTHING_IN_HAND = { find: () => undefined };

/** The journal's rows from `from` on, made from the leaves in memory and made from the database. */
async function bothWays(from: number) {
  const { size = 0 } = (await sello.ports.merkleLog.latestCheckpoint()) ?? {};
  const range = { from, to: size };
  const database = sello.ports.records;
  let inHand = 0;
  const leavesInHand = {
    find: (hash: string) => {
      const found = sello.ports.leavesInHand.find(hash);
      if (found !== undefined) inHand += 1;
      return found;
    },
  };
  const hand = await readJournal({ ...sello.ports, database, leavesInHand }, range);
  const read = await readJournal({ ...sello.ports, database, leavesInHand: NOTHING_IN_HAND }, range);
  const leavesOf = ({ leaves }: typeof hand) =>
    leaves.map((leaf) => JSON.parse(Buffer.from(leaf).toString()));
  const toRows = async (leaves: { certificate: string; token: string }[]) =>
    database.query(
      `select to_jsonb(jsonb_populate_record(null::certificates, c)) as certificate,
              to_jsonb(jsonb_populate_record(null::certificate_tokens, t)) as token
         from unnest($1::jsonb[], $2::jsonb[]) r (c, t)`,
      [leaves.map(({ certificate }) => certificate), leaves.map(({ token }) => token)],
    );
  return {
    inHand,
    hand: { ...hand, leaves: leavesOf(hand), rows: await toRows(leavesOf(hand)) },
    read: { ...read, leaves: leavesOf(read), rows: await toRows(leavesOf(read)) },
  };
}

const placeOf = ({ ticket, leafHash }: { ticket: string; leafHash: string }) => ({ ticket, leafHash });

test("P94 leaves held in memory equal the database's rows, for every kind of certificate", async () => {
  const { size = 0 } = (await sello.ports.merkleLog.latestCheckpoint()) ?? {};
  const { key: testKey } = await sello.newAccount({ key: { mode: 'test' } });
  await sello.certify(key, 'plain');
  await sello.certify(testKey, 'of another account and mode');
  await sello.certify(key, 'with all', {
    title: 'Contrato "Ñuñoa" \\ 日本',
    description: 'Dos\nlíneas',
    document_type: 'contrato',
    external_id: 'EXT-1',
    metadata: '{"a":"1","ñ":"\\"2\\""}',
  });
  const fingerprint = { sha256: 'ab'.repeat(32), file_name: 'solo huella.pdf', size_bytes: 7 };
  const answer = await sello.call('POST', `${API}/certificates`, {
    key,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
    payload: JSON.stringify(fingerprint),
  });
  expect(answer.status).toBe(201);
  await Promise.all(Array.from({ length: 5 }, (_, i) => sello.certify(key, `together ${i}`)));
  await keep();
  const { inHand, hand, read } = await bothWays(size);
  expect(inHand).toBe(9);
  expect(hand.leaves.map(placeOf)).toEqual(read.leaves.map(placeOf));
  expect(hand.rows).toEqual(read.rows);
  for (const part of ['checkpoints', 'chains', 'accounts', 'blobKeys'] as const)
    expect(hand[part].toSorted()).toEqual(read[part].toSorted());
  expect(hand.accounts).toHaveLength(2);
  expect(hand.chains.length).toBeGreaterThan(0);
});

test('leaves of another process are put in order among those held in memory', async () => {
  const { size = 0 } = (await sello.ports.merkleLog.latestCheckpoint()) ?? {};
  const other = await sello.another();
  for (const [i, from] of [sello, other, sello, other].entries()) await from.certify(key, `in turn ${i}`);
  await keep();
  const { inHand, hand, read } = await bothWays(size);
  expect(inHand).toBe(2);
  expect(hand.leaves.map(placeOf)).toEqual(read.leaves.map(placeOf));
  expect(hand.rows).toEqual(read.rows);
});

test('a process that writes no journal holds no leaves in memory', async () => {
  const other = await sello.another();
  await other.certify(key, 'not for a journal');
  expect(other.ports.leavesInHand.isWanted()).toBe(false);
  await keep();
  expect((await bothWays(0)).read.leaves.length).toBeGreaterThan(10);
});
