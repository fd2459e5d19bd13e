/**
 * The database returns times and digests as the answers show them: the same texts as after decoding and encoding them.
 */

import { beforeAll, expect, test } from 'vitest';
import { wireTime } from '../../../server/src/database/row-reader.ts';
import { timeOnWire } from '../../../server/src/database/wire-forms.ts';
import { forFile } from '../../harness/for-file.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

const TIMES = [
  '2026-01-31 23:59:59.999+00',
  '2026-01-31 23:59:59.9+00',
  '2026-02-01 00:00:00+00',
  '2024-02-29 12:34:56.07+00',
  '1999-12-31 23:59:59.999999+00',
  '2026-04-05 08:30:00.001-06',
];

const sello = forFile(openTestSello);
const caller = forFile(() => sello.newAccount());
beforeAll(async () => {
  for (const [index, time] of TIMES.entries()) {
    const { id } = await sello.certify(caller.key, `document ${index}`);
    await sello.database.query(
      `update certificates set created_at = $2::timestamptz, changed_at = $2::timestamptz + interval '1.5 s',
              file_erased_at = $2::timestamptz + interval '1 day' where id = $1`,
      [id, time],
    );
  }
});

type Decoded = { id: string; sha256: Buffer; created_at: Date; changed_at: Date; file_erased_at: Date };

async function decoded(): Promise<Decoded[]> {
  return (await sello.database.query(
    'select id, sha256, created_at, changed_at, file_erased_at from certificates where account_id = $1 order by number desc',
    [caller.account.id],
  )) as Decoded[];
}

test('a page, a record and a look-up by hash show every time and digest as the database holds it', async () => {
  const rows = await decoded();
  expect(rows).toHaveLength(TIMES.length);
  const { body: page } = await sello.call('GET', `${API}/certificates`, { key: caller.key });
  for (const [index, row] of rows.entries()) {
    const sha256 = row.sha256.toString('hex');
    const { body: one } = await sello.call('GET', `${API}/certificates/${row.id}`, { key: caller.key });
    const { body: found } = await sello.call('GET', `${API}/verify/${sha256}`, { key: caller.key });
    for (const record of [page.certificates[index], one.certificate, found.certificates[0]]) {
      expect(record).toMatchObject({
        id: row.id,
        file: { sha256, erased_at: row.file_erased_at.toISOString() },
        created_at: row.created_at.toISOString(),
        updated_at: row.changed_at.toISOString(),
      });
    }
  }
});

test('a database server in another zone writes the same times', async () => {
  const written = await sello.database.query(
    `select ${timeOnWire('time')} as wire, time::text as own
       from (select set_config('timezone', 'America/Mexico_City', true) offset 0) zone, unnest($1::timestamptz[]) as time`,
    [TIMES],
  );
  expect(written[0]?.own).toBe('2026-01-31 17:59:59.999-06');
  expect(written.map((row) => wireTime(row, 'wire'))).toEqual(
    TIMES.map((time) => new Date(time).toISOString()),
  );
});

test('the block of a certificate is shown as the database holds it', async () => {
  await sello.database.query(`insert into log_places values (0, 1, ${TIMES.length})`);
  await sello.database.query(
    `insert into anchors (network, nonce, tx_hash, raw, tree_size, root, max_fee, priority_fee, state, signed_at,
                          block_number, block_hash, block_time, tx_index, mined_at, final_at)
     select network, 0, sha256('tx'), '\\x00', ${TIMES.length}, sha256('root'), 1, 1, 'final', now(), 1, sha256('block'),
            '2026-05-06 07:08:09+00', 0, '2026-05-06 07:08:10.5+00', '2026-05-06 07:09:09.25+00'
       from log_witnesses where livemode`,
  );
  const hex = async (text: string) =>
    Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex');
  const { body } = await sello.call('GET', `${API}/certificates?limit=1`, { key: caller.key });
  expect(body.certificates[0]).toMatchObject({
    status: 'certified',
    blockchain: {
      status: 'final',
      tx_id: `0x${await hex('tx')}`,
      block_number: 1,
      block_hash: `0x${await hex('block')}`,
      block_time: '2026-05-06T07:08:09.000Z',
      merkle_root: await hex('root'),
    },
    updated_at: '2026-05-06T07:09:09.250Z',
  });
});
