/** Single calls that share one time stamp: those of one account and mode that come within a window. */

import { expect } from 'vitest';
import { sealNext } from '../../../server/src/certificates/sealing/seal-next.ts';
import { forgetOldCallOrders } from '../../../server/src/certificates/shared-stamps/pg-call-orders.ts';
import { openFaultyPsc } from '../../harness/faulty-psc.ts';
import { fileForm, multipart } from '../../harness/multipart.ts';
import { ODD_PDFS } from '../../harness/odd-pdfs.ts';
import { evidencePart } from '../../harness/other-provider.ts';
import { openConnection, postHead } from '../../harness/raw-http.ts';
import { postWithSeal, recordOf } from '../../harness/sealed.ts';
import {
  askedOf,
  faultsIn,
  ordersIn,
  postOver,
  postShared,
  SHORT_WINDOW,
} from '../../harness/shared-calls.ts';
import { takeStock } from '../../harness/take-stock.ts';
import { API, type TestAnswer } from '../../harness/test-sello.ts';
import { test as base, FILE, opened } from '../../harness/world.ts';

const PSC_PATIENCE_MS = 2_000;

const test = base
  .extend(
    'psc',
    FILE,
    opened(() => openFaultyPsc(PSC_PATIENCE_MS)),
  )
  .extend('settings', FILE, ({ psc }) => ({ ...psc.env, ...SHORT_WINDOW }));

test.beforeEach(({ psc }) => psc.behave('honest'));

const statusesOf = (answers: readonly TestAnswer[]) => answers.map(({ status }) => status).sort();
const nom151Of = ({ body }: TestAnswer) => body.certificate.nom151;
const lastOf = (pem: string) =>
  `-----BEGIN CERTIFICATE-----${pem.split('-----BEGIN CERTIFICATE-----').at(-1)}`;
const times = <T>(count: number, call: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => call(i)));

test('P160 single calls of one account and mode, in every form, share one stamp of the provider', async ({
  sello,
  psc,
}) => {
  const caller = await sello.newAccount({ certificates: 10 });
  const { key } = caller;
  const form = fileForm('sent as a form', { stamp: 'shared' });
  const before = psc.calls;
  const answers = await Promise.all([
    postShared(sello, key, 'fingerprint'),
    postShared(sello, key, 'fingerprint'),
    sello.call('POST', `${API}/certificates`, { key, ...form }),
    sello.call('POST', `${API}/certificates/upload`, { key, ...form }),
    sello.call('POST', `${API}/certificates`, {
      key,
      payload: { file_name: 'a.txt', file_base64: 'aG9sYQ==', stamp: 'shared' },
    }),
  ]);
  expect(statusesOf(answers)).toEqual([201, 201, 201, 201, 201]);
  expect(psc.calls).toBe(before + 1);
  expect(new Set(answers.map((answer) => nom151Of(answer).serial)).size).toBe(1);
  for (const answer of answers) {
    expect(nom151Of(answer)).toMatchObject({ shared: true, tree_size: 5 });
    const { id, file } = answer.body.certificate;
    const proofOf = (type: string) =>
      sello.call('GET', `${API}/certificates/${id}/proof?type=${type}&format=raw`, { key });
    const { body } = await sello.call('GET', `${API}/certificates/${id}/proof?type=nom151`, { key });
    expect(body.proof.warnings).toContainEqual(expect.objectContaining({ code: 'stamp_shared' }));
    const record = (await proofOf('record')).bytes;
    expect(record.toString('base64')).toBe(body.proof.record_base64);
    const judged = await sello.call('POST', `${API}/evidence/verify`, {
      key,
      ...multipart([
        { name: 'sha256', value: file.sha256 },
        evidencePart(record, 'a.ers'),
        evidencePart((await proofOf('nom151')).bytes, 'a.tsr'),
        {
          name: 'root',
          value: lastOf(body.proof.chain_pem),
        },
      ]),
    });
    expect(judged.body.evidence, judged.text).toMatchObject({ verdict: 'valid' });
    expect(judged.body.evidence.warnings).toContainEqual(expect.objectContaining({ code: 'stamp_shared' }));
  }
  expect(await takeStock(sello, caller)).toMatchObject({
    certificatesLeft: 5,
    certificates: 5,
    reservations: 0,
    incoming: [],
  });
  await expect.poll(() => ordersIn(sello)).toEqual([]);
});

test('windows never span accounts or modes, and a stamp of its own waits for none', async ({
  sello,
  psc,
}) => {
  const [one, two] = [await sello.newAccount(), await sello.newAccount()];
  const { key: tester } = await sello.newKey(one.account, { mode: 'test' });
  const before = psc.calls;
  const shared = [one.key, one.key, two.key, tester, tester, tester].map((key, i) =>
    postShared(sello, key, `of many ${i}`),
  );
  const own = await sello.certify(one.key);
  expect(own.nom151).toMatchObject({ shared: false, tree_size: null });
  expect(psc.calls).toBe(before + 1);
  const answers = await Promise.all(shared);
  expect(answers.map((answer) => nom151Of(answer).tree_size)).toEqual([2, 2, 1, 3, 3, 3]);
  expect(answers.map(({ body }) => body.certificate.livemode)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(new Set(answers.map((answer) => nom151Of(answer).serial)).size).toBe(3);
  expect(psc.calls).toBe(before + 3);
});

test('P15 with 7 left, 40 calls over two processes make exactly 7 certificates', async ({ sello }) => {
  const caller = await sello.newAccount({ certificates: 7 });
  const other = await sello.another();
  const answers = await times(40, (i) => postShared(i % 2 === 0 ? sello : other, caller.key, `race ${i}`));
  expect(statusesOf(answers)).toEqual([...Array(7).fill(201), ...Array(33).fill(402)]);
  expect(await takeStock(sello, caller)).toMatchObject({
    certificatesLeft: 0,
    certificates: 7,
    reservations: 0,
    idempotencyKeys: 0,
  });
  const sizes = answers.flatMap((answer) => (answer.status === 201 ? nom151Of(answer).tree_size : []));
  // Each process has a window of its own.
  for (const size of new Set(sizes)) expect(sizes.filter((one) => one === size).length % size).toBe(0);
});

test('a provider that refuses fails the whole window alike, and costs nothing', async ({ sello, psc }) => {
  const caller = await sello.newAccount({ certificates: 3 });
  const before = await takeStock(sello, caller);
  psc.behave('wrong imprint');
  const call = (i: number) => postShared(sello, caller.key, `refused ${i}`, { once: `refused-${i}` });
  const answers = await times(3, call);
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([502, 'psc_error']));
  for (const { headers } of answers) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(await takeStock(sello, caller)).toEqual(before);
  expect(await ordersIn(sello)).toEqual([]);
  psc.behave('honest');
  const again = await times(3, call);
  expect(again.map((answer) => nom151Of(answer).tree_size)).toEqual([3, 3, 3]);
});

test('after a timeout, repeated calls are stamped over the same root, so that the provider charges once', async ({
  sello,
  psc,
}) => {
  const caller = await sello.newAccount({ certificates: 3 });
  const before = await takeStock(sello, caller);
  const first = psc.calls;
  psc.behave('silence');
  const call = (i: number) => postShared(sello, caller.key, `slow ${i}`, i < 2 ? { once: `slow-${i}` } : {});
  const answers = await times(3, call);
  expect(answers.map(({ body }) => body.error)).toEqual(Array(3).fill('psc_timeout'));
  expect(await takeStock(sello, caller)).toEqual(before);
  expect(await ordersIn(sello)).toMatchObject([{ leaves: 3, is_stamped: false, is_waited_for: false }]);
  psc.behave('honest');
  const again = await times(3, call);
  expect(statusesOf(again)).toEqual([201, 201, 201]);
  // The call without a key cannot be recognised, and has a window of its own.
  expect(again.map((answer) => nom151Of(answer).tree_size)).toEqual([3, 3, 1]);
  const asked = askedOf(psc).slice(first);
  expect(asked).toHaveLength(3);
  expect(new Set(asked.slice(0, 2)).size).toBe(1);
  expect(await takeStock(sello, caller)).toMatchObject({ certificatesLeft: 0, certificates: 3 });
  expect(await faultsIn(sello)).toEqual([]);
});

test('an Idempotency-Key replays the answer, and `stamp` belongs to the content of the request', async ({
  sello,
  psc,
}) => {
  const caller = await sello.newAccount({ certificates: 5 });
  const call = (fields: object = {}) => postShared(sello, caller.key, 'once', { once: 'once', ...fields });
  const before = psc.calls;
  const running = call();
  await expect.poll(async () => (await takeStock(sello, caller)).reservations).toBe(1);
  const meanwhile = await call();
  expect([meanwhile.status, meanwhile.body.error]).toEqual([409, 'idempotency_in_progress']);
  const made = await running;
  const again = await call();
  expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([201, 'true', made.text]);
  for (const other of [{ stamp: 'own' }, { stamp: undefined }]) {
    const refused = await call(other);
    expect([refused.status, refused.body.error]).toEqual([422, 'idempotency_key_reused']);
  }
  expect(psc.calls).toBe(before + 1);
  expect(await takeStock(sello, caller)).toMatchObject({ certificatesLeft: 4, certificates: 1 });
  expect(await faultsIn(sello)).toEqual([]);
});

test('an external id that two calls of a window want is given to one of them, and the other pays nothing', async ({
  sello,
}) => {
  const caller = await sello.newAccount({ certificates: 5 });
  const answers = await times(2, (i) => postShared(sello, caller.key, `id ${i}`, { external_id: 'mine' }));
  expect(statusesOf(answers)).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe('external_id_taken');
  expect(await takeStock(sello, caller)).toMatchObject({ certificatesLeft: 4, reservations: 0 });
});

test('a caller that hangs up before the window closes is in no tree, and has its certificate back', async ({
  sello,
}) => {
  const caller = await sello.newAccount({ certificates: 5 });
  const baseUrl = await sello.listen();
  const form = fileForm('gone', { stamp: 'shared' });
  const headers = { ...form.headers, 'content-length': String(form.payload.length) };
  const connection = await openConnection(baseUrl);
  await connection.send(postHead({ key: caller.key, headers }));
  await connection.send(form.payload);
  await expect.poll(async () => (await takeStock(sello, caller)).reservations).toBe(1);
  const staying = postShared(sello, caller.key, 'staying');
  connection.close();
  expect(nom151Of(await staying).tree_size).toBe(1);
  expect(await takeStock(sello, caller)).toMatchObject({
    certificatesLeft: 4,
    certificates: 1,
    reservations: 0,
    incoming: [],
  });
});

test('a server that stops closes its windows at once, and answers everybody who waits in them', async ({
  sello,
}) => {
  const caller = await sello.newAccount({ certificates: 5 });
  const stopping = await sello.another({ SELLO_SHARED_STAMP_SECONDS: '60' });
  const over = postOver(await stopping.listen());
  const waiting = times(3, (i) => postShared(over, caller.key, `stopped ${i}`));
  await expect.poll(async () => (await takeStock(sello, caller)).reservations).toBe(3);
  const since = performance.now();
  await stopping.stop();
  const answers = await waiting;
  expect(performance.now() - since).toBeLessThan(30_000);
  expect(statusesOf(answers)).toEqual([201, 201, 201]);
  expect(answers.map((answer) => nom151Of(answer).tree_size)).toEqual([3, 3, 3]);
});

test('a sealed copy is asked for too: the original shares its stamp, the copy has its own', async ({
  sello,
}) => {
  const { account, key } = await sello.newAccount({ certificates: 5 });
  const { status, body, text } = await postWithSeal(sello, key, ODD_PDFS.simple as Uint8Array, {
    stamp: 'shared',
  });
  expect(status, text).toBe(201);
  expect(body.certificate.nom151).toMatchObject({ shared: true, tree_size: 1 });
  while (await sealNext(sello.ports));
  const { sealed } = await recordOf(sello, key, body.certificate.id);
  expect(sealed.status).toBe('sealed');
  expect((await recordOf(sello, key, sealed.certificate_id)).nom151).toMatchObject({ shared: false });
  expect(await sello.certificatesLeft(account)).toBe(3);
});

test('orders that nobody came back for are forgotten after a day', async ({ sello, psc }) => {
  const caller = await sello.newAccount({ certificates: 3 });
  psc.behave('silence');
  const call = () => postShared(sello, caller.key, 'left', { once: 'left' });
  expect((await call()).body.error).toBe('psc_timeout');
  psc.behave('honest');
  const left = (await ordersIn(sello)).at(-1);
  expect(left).toMatchObject({ leaves: 1 });
  const inHours = (hours: number) => new Date(sello.ports.now().getTime() + hours * 3_600_000);
  await forgetOldCallOrders(sello.database, inHours(23));
  expect(await ordersIn(sello)).toContainEqual(left);
  await forgetOldCallOrders(sello.database, inHours(25));
  expect(await ordersIn(sello)).toEqual([]);
});
