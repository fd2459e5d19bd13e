import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { seededRandom } from '../harness/seeded-random.ts';
import { openStormPlace, type StormPlace } from '../harness/storm-place.ts';
import { type StormServer, startStormServer } from '../harness/storm-server.ts';
import { CHAOS_TIMEOUT_MS, FIGURES } from './figures.ts';

let place: StormPlace;
let server: StormServer;
afterEach(async () => {
  await server?.stop();
  await place?.close();
});

const { kills, rows } = FIGURES.diplomaKills;

test(`M9 the diplomas of a roster of ${rows} rows, killed at ${kills} random moments: one folio and one certificate each`, {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  const random = seededRandom();
  place = await openStormPlace('PostgreSQL, folder');
  server = await startStormServer('server', place.env, random);
  const rosterId = await postRoster();
  for (let kill = 1; kill <= kills; kill += 1) {
    await sleep(random.below(4_000 / Math.sqrt(kills)));
    await server.kill();
    await server.restart();
  }
  await expect.poll(() => countBy('certified'), { timeout: CHAOS_TIMEOUT_MS / 2, interval: 500 }).toBe(rows);
  const where = `seed ${random.seed}`;
  const documents = await place.query(
    `select d.folio, d.code, d.award_id, c.id, encode(c.sha256, 'hex') as sha256 from documents d
       join certificates c on c.id = d.certificate_id and c.code = d.code order by d.folio`,
  );
  expect(
    documents.map(({ folio }) => Number(String(folio).slice(-6))),
    where,
  ).toEqual(Array.from({ length: rows }, (_, i) => i + 1));
  const [counts] = await place.query(
    `select (select count(*)::integer from certificates) as certificates, (select count(*)::integer from certificate_codes) as codes,
            (select certificates_left from accounts where id = $1) as left`,
    [place.account.id],
  );
  expect(counts, where).toEqual({ certificates: rows, codes: rows, left: place.granted - rows });
  for (const { award_id, sha256 } of documents.slice(0, 5)) {
    const pdf = await call('GET', `/awards/${award_id}/diploma?format=raw`);
    expect(pdf.status).toBe(200);
    expect(
      createHash('sha256')
        .update(Buffer.from(await pdf.arrayBuffer()))
        .digest('hex'),
      where,
    ).toBe(sha256);
  }
  expect(rosterId).toMatch(/^rst_/);
});

async function call(method: string, path: string, payload?: object): Promise<Response> {
  return fetch(`${server.baseUrl}/api/public/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${place.key}`, 'content-type': 'application/json' },
    ...(payload !== undefined && { body: JSON.stringify(payload) }),
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
async function made(method: string, path: string, payload: object = {}): Promise<any> {
  const answer = await call(method, path, payload);
  const text = await answer.text();
  expect([200, 201], text).toContain(answer.status);
  return JSON.parse(text);
}

async function postRoster(): Promise<string> {
  const rules = {
    term_months: 36,
    categories: [{ code: 'emc', name: 'EMC' }],
    requirements: [{ code: 'total', min_points: 60, period: 'term' }],
  };
  const { program } = await made('POST', '/programs', { name: 'Consejo', rules });
  await made('POST', `/programs/${program.id}/activate`);
  const people = Array.from({ length: rows }, (_, i) => ({
    member_number: `N${i}`,
    given_name: 'Ana',
    first_surname: `Luna ${i}`,
    program_id: program.id,
    starts_on: '2025-01-01',
  }));
  await made('POST', '/members/import', { rows: people });
  const points = [{ program_id: program.id, category: 'emc', points: 1 }];
  const { course } = await made('POST', '/courses', { title: 'Curso', starts_on: '2026-01-10', points });
  await made('POST', `/courses/${course.id}/accredit`);
  const { roster } = await made('POST', `/courses/${course.id}/rosters`, {
    rows: people.map(({ member_number }) => ({ member_number })),
    approve: true,
    diplomas: true,
  });
  expect(roster.summary).toMatchObject({ created: rows, diplomas_queued: rows });
  return roster.id;
}

async function countBy(status: string): Promise<number> {
  const [row] = await place.query('select count(*)::integer as count from documents where status = $1', [
    status,
  ]);
  return Number(row?.count);
}
