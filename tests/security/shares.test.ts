/**
 * P105: everything finite has a budget and shares. One account goes to its limit on each thing in turn; at the same
 * time another certifies, lists, verifies, and changes a member and a webhook.
 */

import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { toWorkbook, XLSX_TYPE } from '../../server/src/http/workbook.ts';
import { SHARED_THINGS } from '../../server/src/kernel/shares/shared-things.ts';
import { claimThese, findDue } from '../../server/src/webhooks/delivery/pg-claims.ts';
import { openCouncil } from '../harness/memberships.ts';
import { fileForm, multipart } from '../harness/multipart.ts';
import { ODD_PDFS } from '../harness/odd-pdfs.ts';
import { readVector } from '../harness/read-vector.ts';
import { API, type TestAnswer, type TestSello } from '../harness/test-sello.ts';
import { FILE, testAlone } from '../harness/world.ts';

const test = testAlone.extend('greedy', FILE, ({ sello }) => openCouncil(sello));

type Council = Awaited<ReturnType<typeof openCouncil>>;
type Flood = (greedy: Council, sello: TestSello) => Promise<readonly TestAnswer[]>;

const times = <T>(count: number, call: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => call(i)));

/** A search that reads every row and runs until its time limit. */
const WORDS = Array.from({ length: 10 }, (_, i) => String.fromCharCode(97 + i)).join(' ');

const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ given_name: `Ana ${i}`, first_surname: 'Luna' }));

/** Markings and not imports: imports of one account refuse each other, so they would not take all turns. */
const marks = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ member_number: `N${i}`, item: 'cuota' }));

const withNote = (row: object) => ({ ...row, note: 'x'.repeat(20_000) });

/** A flood for each shared resource that calls can use up. */
const FLOODS: Record<keyof typeof SHARED_THINGS | 'connections', Flood> = {
  connections: (greedy) => times(60, () => greedy.call('GET', `/members?q=${encodeURIComponent(WORDS)}`)),
  searches: (greedy) => times(30, () => greedy.call('GET', `/certificates?q=${encodeURIComponent(WORDS)}`)),
  changes: (greedy) =>
    times(8, () => greedy.call('POST', '/markings', { dry_run: true, rows: marks(1_000) })),
  constancias: async (greedy, sello) => {
    const key = await greedy.testKey();
    // Twelve renderings may run or wait.
    const made = await times(16, (i) =>
      sello.certify(key, `drawn ${i}`, { description: `a${'\u0301\u0323'.repeat(2_000)}` }),
    );
    return times(made.length, (i) =>
      sello.call('GET', `${API}/certificates/${made[i].id}/proof?type=constancia&format=raw`, { key }),
    );
  },
  documents: async (greedy) => {
    const { id } = await greedy.member();
    return times(40, () => greedy.call('GET', `/members/${id}/transcript?format=pdf`));
  },
  workbooks: async (greedy) => {
    const payload = await toWorkbook(['nombre'], [['Ana']]);
    const headers = { 'content-type': XLSX_TYPE };
    return times(40, () =>
      greedy.call('POST', '/members/import?dry_run=true', undefined, { payload, headers }),
    );
  },
  verifications: (greedy) => {
    const value = readVector('nom151/advantage-2018-07-18.tsr');
    const form = multipart([
      { name: 'evidence', value, filename: 'constancia.asn1' },
      { name: 'sha256', value: 'ab'.repeat(32) },
    ]);
    return times(60, () => greedy.call('POST', '/evidence/verify', undefined, form));
  },
  seals: (greedy) => {
    const form = fileForm(ODD_PDFS.simple as Uint8Array, { seal: 'pdf' });
    return times(60, () => greedy.call('POST', '/certificates', undefined, form));
  },
  exports: (greedy) => times(30, () => greedy.call('GET', '/certificates/export?format=ndjson')),
  waiting_seats: async (greedy, sello) => {
    const made = await sello.certify(greedy.key, 'awaited');
    const keys = [greedy.key, await greedy.keyWith('certificates:read')];
    return times(1_200, (i) =>
      sello.call('GET', `${API}/certificates/${made.id}?wait=certified&timeout=1`, {
        key: keys[i % 2] ?? '',
      }),
    );
  },
  shared_stamp_seats: async (greedy, sello) => {
    const keys = await Promise.all([greedy.testKey(), greedy.testKey()]);
    const sha256 = 'ab'.repeat(32);
    const payload = { sha256, file_name: 'a.pdf', stamp: 'shared' };
    return times(1_200, (i) =>
      sello.call('POST', `${API}/certificates`, { key: keys[i % 2] ?? '', payload }),
    );
  },
  // Its slots are tested in `webhooks/delivery/places.ts`.
  deliveries: async () => [],
  // See `outgoing-shares.test.ts`.
  stamps: async () => [],
  trials: async () => [],
  held_bytes: (greedy) =>
    times(40, () => greedy.call('POST', '/members/import', { dry_run: true, rows: rows(300).map(withNote) })),
  delayed_refusals: (_greedy, sello) => times(300, () => sello.call('GET', '/v/AAAAAAAAAAAA.json')),
};

/** What another account does during the flood. */
async function honestWork(honest: Council): Promise<void> {
  const { sello, key } = honest;
  const form = fileForm(randomBytes(20).toString('hex'));
  const done = [
    await sello.call('POST', `${API}/certificates`, { key, ...form }),
    await sello.call('GET', `${API}/certificates`, { key }),
    await sello.call('GET', `${API}/verify/${'ab'.repeat(32)}`, { key }),
    await honest.call('POST', '/members', { given_name: 'Eva', first_surname: 'Sol' }),
    await honest.call('POST', '/webhooks', { url: 'https://example.com/hooks', events: ['*'] }),
  ];
  for (const { status, text } of done) expect(status, text).toBeLessThan(300);
  await honest.must('DELETE', `/webhooks/${done[4]?.body.webhook.id}`);
}

test.for(Object.keys(FLOODS) as (keyof typeof FLOODS)[])(
  'P105: %s: with one account at its limit, another is served',
  { timeout: 60_000 },
  async (thing, { sello, greedy, council: honest }) => {
    await honestWork(honest);
    let isOver = false;
    const flood = FLOODS[thing](greedy, sello).finally(() => {
      isOver = true;
    });
    let rounds = 0;
    while (!isOver && rounds < 8) {
      await honestWork(honest);
      rounds += 1;
    }
    for (const { status, text } of await flood) {
      // Refusals of the flood blame the caller (429) and are never errors of the server.
      expect([200, 201, 202, 404, 422, 429], text).toContain(status);
    }
  },
);

test('P105: every search refuses more than ten words, and names the parameter', async ({
  sello,
  council,
}) => {
  const { organizer } = await council.must('POST', '/organizers', { name: 'Sociedad' });
  const deskKey = await council.organizerKey(organizer.id);
  const { body } = await sello.call('GET', `${API}/openapi`);
  const searched: string[] = [];
  for (const [path, { get }] of Object.entries<{ get?: { parameters?: { name: string }[] } }>(body.paths)) {
    for (const { name } of get?.parameters ?? []) {
      if (name !== 'q' && name !== 'provider') continue;
      searched.push(`${path} ${name}`);
      const url = `${path.replace(/^.*\/v1/, '')}?${name}=${encodeURIComponent(`${WORDS} k`)}`;
      const caller = url.startsWith('/desk/') ? { key: deskKey } : { key: council.key };
      const refused = await sello.call('GET', API + url, caller);
      expect(refused.status, url).toBe(422);
      expect(refused.text).toContain(`\`${name}\` has 11 words`);
    }
  }
  expect(searched).toHaveLength(8);
});

test('P105: however many endpoints of one account are due, those of another account are among the first to be served', async ({
  sello,
  greedy,
  council,
}) => {
  const hook = (owner: Council) =>
    owner.must('POST', '/webhooks', { url: 'https://example.com/hooks', events: ['*'] });
  await times(SHARED_THINGS.deliveries.most + 10, () => hook(greedy));
  await hook(council);
  const now = sello.ports.now();
  await sello.database.query(
    `update webhook_cursors set due_at = $1::timestamptz - case when account_id = $2 then interval '1 hour' else '0' end`,
    [now, greedy.accountId],
  );
  const due = await findDue(sello.database, now, false);
  expect(due.slice(0, 2).map(({ accountId }) => accountId)).toEqual([greedy.accountId, council.accountId]);
  expect(due).toHaveLength(SHARED_THINGS.deliveries.most + 1);
  const claimed = await claimThese(
    sello.database,
    1,
    due.map(({ webhookId }) => webhookId),
  );
  expect(claimed).toHaveLength(due.length);
  expect(
    await claimThese(
      sello.database,
      2,
      due.map(({ webhookId }) => webhookId),
    ),
  ).toEqual([]);
});
