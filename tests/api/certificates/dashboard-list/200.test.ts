import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../../../harness/anchored-sello.ts';
import { type Person, signUp } from '../../../harness/dashboard-person.ts';
import { certifyAs } from '../../../harness/dashboard-upload.ts';
import { API } from '../../../harness/test-sello.ts';

let anchored: AnchoredSello;
let person: Person;
beforeAll(async () => {
  anchored = await openAnchoredSello();
  person = await signUp(anchored.sello);
});
afterAll(() => anchored.close());

const list = async (query = '') => (await person.call('GET', `/certificates${query}`)).body;
const titles = async (query: string) =>
  (await list(query)).certificates.map(({ title }: { title: string }) => title);

test('a person lists what their keys made and what they made themselves, each mode apart', async () => {
  const { sello } = anchored;
  const { secret } = await person.newKey({ name: 'x', mode: 'test' });
  const byKey = await sello.certify(secret, 'one', { title: 'by key' });
  const byHand = await certifyAs(person, 'two', { mode: 'test', fields: { title: 'by hand' } });
  const live = await certifyAs(person, 'three', { fields: { title: 'live' } });
  const { certificates, pagination } = await list('?mode=test');
  expect(certificates).toEqual([byHand, byKey]);
  expect(pagination).toEqual({ limit: 20, offset: 0, total: 2, has_more: false });
  expect((await list()).certificates).toEqual([live]);
  expect((await list('?mode=live')).certificates).toEqual([live]);
});

test('the list is filtered and paged as in the public API', async () => {
  for (const n of [1, 2, 3]) {
    await certifyAs(person, `n${n}`, { mode: 'test', fields: { title: `Acta ${n}`, document_type: 'deed' } });
  }
  expect(await titles('?mode=test&q=ACTA')).toEqual(['Acta 3', 'Acta 2', 'Acta 1']);
  expect(await titles('?mode=test&document_type=deed&limit=1&offset=1')).toEqual(['Acta 2']);
  expect((await list('?mode=test&document_type=deed&limit=1&offset=1')).pagination).toEqual({
    limit: 1,
    offset: 1,
    total: 3,
    has_more: true,
  });
  expect(await titles('?mode=live&q=acta')).toEqual([]);
  expect(await titles('?mode=test&q=acta&status=stamped')).toHaveLength(3);
  expect(await titles('?mode=test&q=acta&status=certified')).toEqual([]);
});

test('a certificate is found in whichever mode it is, unless one is named', async () => {
  const made = await certifyAs(person, 'anywhere', { mode: 'test' });
  const read = async (query: string) => (await person.call('GET', `/certificates/${made.id}${query}`)).status;
  expect([await read(''), await read('?mode=test'), await read('?mode=live')]).toEqual([200, 200, 404]);
});

test('the timeline goes from received to final, with the time of each step, and says how long the rest takes', async () => {
  const { sello } = anchored;
  const made = await certifyAs(person, 'watched', { mode: 'test' });
  const progress = async () => (await person.call('GET', `/certificates/${made.id}`)).body;
  const states = ({ timeline }: { timeline: { state: string }[] }) => timeline.map(({ state }) => state);

  const stamped = await progress();
  expect(stamped.certificate).toEqual(made);
  expect(stamped.timeline.map(({ step }: { step: string }) => step)).toEqual([
    'received',
    'stamped',
    'logged',
    'in_block',
    'final',
  ]);
  expect(states(stamped)).toEqual(['done', 'done', 'now', 'waiting', 'waiting']);
  expect(stamped.timeline[0].at).toBe(made.created_at);
  expect(stamped.timeline[1].at).toBe(made.nom151.gen_time);
  expect(stamped.estimate.seconds).toBeGreaterThan(0);

  await sello.sequence();
  const logged = await progress();
  expect(states(logged)).toEqual(['done', 'done', 'done', 'now', 'waiting']);
  const [checkpoint] = await sello.database.query(
    'newest',
    'select created_at from checkpoints order by size desc limit 1',
    [],
  );
  expect(logged.timeline[2].at).toBe((checkpoint!.created_at as Date).toISOString());

  await anchored.anchorAndMine();
  const mined = await progress();
  expect(states(mined).slice(0, 4)).toEqual(['done', 'done', 'done', 'done']);
  expect(mined.timeline[3]).toMatchObject({
    at: mined.certificate.blockchain.block_time,
    detail: { en: expect.stringContaining(String(mined.certificate.blockchain.block_number)) },
  });

  await anchored.chain.mine();
  await anchored.chain.mine();
  await anchored.anchor();
  const final = await progress();
  expect(final.certificate.status).toBe('certified');
  expect(states(final)).toEqual(['done', 'done', 'done', 'done', 'done']);
  expect(final.timeline[4].at).toBe(final.certificate.updated_at);
  expect(final.estimate).toEqual({ seconds: null });
});

test('the QR code holds the public address, drawn or as pixels, shown or saved', async () => {
  const made = await certifyAs(person, 'coded', { mode: 'test' });
  const get = (query: string) => person.call('GET', `/certificates/${made.id}/qr${query}`);
  const svg = await get('');
  expect([svg.status, svg.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(svg.headers['content-disposition']).toBeUndefined();
  const png = await get('?format=png&download=1');
  expect(png.headers['content-type']).toBe('image/png');
  expect(png.headers['content-disposition']).toBe(`attachment; filename="${made.id}-qr.png"`);
  const file = path.join(anchored.sello.dataDir, 'qr.png');
  await writeFile(file, png.bytes);
  const { stdout } = await promisify(execFile)('zbarimg', ['--quiet', '--raw', file]);
  expect(stdout.trim()).toBe(made.qr_verification_url);
  expect((await get('?format=svg&download=1')).headers['content-disposition']).toContain('-qr.svg');
});

test('proofs are the very bytes of the public API, to be saved and never shown', async () => {
  const { sello } = anchored;
  const { secret } = await person.newKey({ name: 'x', mode: 'test' });
  const made = await certifyAs(person, 'proven', { mode: 'test' });
  await sello.sequence();
  await anchored.anchorAndMine();
  await anchored.chain.mine();
  await anchored.chain.mine();
  await anchored.anchor();
  for (const [type, ending] of [
    ['nom151', 'tsr'],
    ['blockchain', 'xml'],
    ['bundle', 'zip'],
  ]) {
    const mine = await person.call('GET', `/certificates/${made.id}/proof?type=${type}`);
    const url = `${API}/certificates/${made.id}/proof?type=${type}&format=raw`;
    const theirs = await sello.call('GET', url, { key: secret });
    expect([mine.status, mine.bytes.equals(theirs.bytes)], type).toEqual([200, true]);
    expect(mine.headers).toMatchObject({
      'content-type': theirs.headers['content-type'],
      'content-disposition': `attachment; filename="${made.id}.${ending}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
  }
});
