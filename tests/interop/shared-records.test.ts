/** Bouncy Castle judges the evidence record of each item of a batch, and of each call of a window, that shares one time stamp. */

import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { makeNextLot } from '../../server/src/certificates/batches/make-lot.ts';
import { evidenceRecord } from '../../server/src/proofs/renewals/evidence-record.ts';
import { itemsNamed } from '../harness/batch-items.ts';
import { openBouncyCastle, type RecordForBouncyCastle } from '../harness/bouncy-castle-records.ts';
import { postShared } from '../harness/shared-calls.ts';
import { API, type TestAccount, type TestSello } from '../harness/test-sello.ts';
import { testAlone as test } from '../harness/world.ts';

/** With `SELLO_CHAOS=full`, as many items as a batch may have. */
const ITEMS = process.env.SELLO_CHAOS === 'full' ? 10_000 : 23;

test('P160 each record is accepted by itself and for its file alone; the provider was asked once', {
  timeout: 1_200_000,
}, async ({ sello }) => {
  const { account, key } = await sello.newAccount({ certificates: ITEMS });
  const names = Array.from({ length: ITEMS }, (_, i) => `expediente ${i}`);
  const payload = { stamp: 'shared', items: itemsNamed(names) };
  expect((await sello.call('POST', `${API}/batches`, { key, payload })).status).toBe(202);
  let calls = 0;
  const { live } = sello.ports.timestamps;
  const stamp: typeof live.stamp = (...order) => {
    calls += 1;
    return live.stamp(...order);
  };
  const timestamps = { ...sello.ports.timestamps, live: { stamp } };
  while (await makeNextLot({ ...sello.ports, timestamps }));
  expect(calls).toBe(1);
  expect(await sello.certificatesLeft(account)).toBe(0);
  await expectAccepted(sello, account, names);
});

test('P160 so is that of each single call of a window', { timeout: 120_000 }, async ({ sello }) => {
  const { account, key } = await sello.newAccount({ certificates: 7 });
  const names = Array.from({ length: 7 }, (_, i) => `oficio ${i}`);
  const answers = await Promise.all(names.map((name) => postShared(sello, key, name)));
  expect(answers.map(({ body }) => body.certificate.nom151.tree_size)).toEqual(names.map(() => names.length));
  await expectAccepted(sello, account, names);
});

/** Each record is accepted for its own file, and refused for another record's file. */
async function expectAccepted(
  sello: TestSello,
  account: TestAccount['account'],
  names: readonly string[],
): Promise<void> {
  const objects = new Map(names.map((name) => [createHash('sha256').update(name).digest('hex'), name]));
  const rows = await sello.database.query(
    'select id from certificates where account_id = $1 order by id',
    [account.id],
    'all ids',
  );
  expect(rows).toHaveLength(names.length);
  const at = new Date(sello.ports.now().getTime() + 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z');
  const questions: RecordForBouncyCastle[] = [];
  for (const { id } of rows) {
    const read = sello.ports.certificates.withToken(id as never);
    const found = await sello.ports.access.read(account.id, true, read);
    if (found === undefined) throw new Error(`${String(id)} has no time stamp`);
    const { bytes } = await evidenceRecord(sello.ports, { accountId: account.id, ...found });
    const name = objects.get(found.certificate.file.sha256!) ?? '';
    questions.push({ bytes, objects: [Buffer.from(name)], group: false, at });
  }
  const foreign = questions.map((one, i) => ({
    ...one,
    objects: questions[(i + 1) % names.length]!.objects,
  }));
  const bouncyCastle = await openBouncyCastle();
  try {
    const said = await bouncyCastle.ask([...questions, ...foreign.slice(0, 100)]);
    expect(said.slice(0, names.length)).toEqual(questions.map(() => 'accepted'));
    for (const line of said.slice(names.length)) expect(line).toMatch(/^refused/);
  } finally {
    await bouncyCastle.close();
  }
}
