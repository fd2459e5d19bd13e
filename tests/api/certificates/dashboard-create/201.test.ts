import { createHash } from 'node:crypto';
import { certifyAs, uploadAs } from '../../../harness/dashboard-upload.ts';
import { fileForm, multipart } from '../../../harness/multipart.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'certificatesLeft',
  ({ person }) =>
    async () =>
      (await person.call('GET', '/me')).body.account.certificates_left,
);

test('a person certifies a file without a key, and it uses one of the allowance', async ({
  sello,
  person,
  certificatesLeft,
}) => {
  const left = await certificatesLeft();
  const answer = await uploadAs(person, 'signed by both', {
    fields: { title: 'Contrato', description: 'Dos\nlíneas', document_type: 'contract' },
    fileName: 'contrato.pdf',
  });
  expect(answer.status).toBe(201);
  const { certificate } = answer.body;
  expect(certificate).toMatchObject({
    object: 'certificate',
    livemode: true,
    status: 'stamped',
    title: 'Contrato',
    description: 'Dos\nlíneas',
    document_type: 'contract',
    file: {
      name: 'contrato.pdf',
      size: 14,
      sha256: createHash('sha256').update('signed by both').digest('hex'),
    },
  });
  expect(answer.headers.location).toBe(
    `${sello.config.baseUrl}/api/dashboard/certificates/${certificate.id}`,
  );
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect(await certificatesLeft()).toBe(left - 1);
  const { secret } = await person.newKey();
  const read = await sello.call('GET', `${API}/certificates/${certificate.id}`, { key: secret });
  expect(read.body.certificate).toEqual(certificate);
});

test('no key is recorded as its creator', async ({ sello, person }) => {
  const { id } = await certifyAs(person, 'x', { mode: 'test' });
  const rows = await sello.database.query('select key_id from certificates where id = $1', [id], 'maker');
  expect(rows).toEqual([{ key_id: null }]);
});

test('in test mode it uses no allowance and is marked as a test', async ({ person, certificatesLeft }) => {
  const left = await certificatesLeft();
  const certificate = await certifyAs(person, 'only a trial', { mode: 'test' });
  expect(certificate.livemode).toBe(false);
  expect(await certificatesLeft()).toBe(left);
});

test('the audit log records who made which certificate', async ({ person }) => {
  const { id } = await certifyAs(person, 'audited', { mode: 'test' });
  const [event] = (await person.call('GET', '/audit')).body.events;
  expect(event).toMatchObject({
    action: 'certificate.create',
    actor: { type: 'person', name: person.account.name },
    target: id,
    details: { mode: 'test' },
  });
});

test('a retry with its Idempotency-Key gets the first answer and makes no second certificate', async ({
  person,
}) => {
  const headers = { 'idempotency-key': 'from the browser'.replaceAll(' ', '-') };
  const first = await uploadAs(person, 'once', { mode: 'test', headers });
  const again = await uploadAs(person, 'once', { mode: 'test', headers });
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
  const other = await uploadAs(person, 'other content', { mode: 'test', headers });
  expect([other.status, other.body.error]).toEqual([422, 'idempotency_key_reused']);
  const events = (await person.call('GET', '/audit')).body.events.filter(
    ({ target }: { target: string }) => target === first.body.certificate.id,
  );
  expect(events).toHaveLength(1);
});

test('the same Idempotency-Key in the other mode is a separate request', async ({ person }) => {
  const headers = { 'idempotency-key': 'both-modes' };
  const [test, live] = [
    await uploadAs(person, 'twice', { mode: 'test', headers }),
    await uploadAs(person, 'twice', { mode: 'live', headers }),
  ];
  expect([test.body.certificate.livemode, live.body.certificate.livemode]).toEqual([false, true]);
});

test('JSON with base64 is accepted as in the public API', async ({ person }) => {
  const payload = { file_name: 'a.txt', file_base64: Buffer.from('a').toString('base64'), title: 'Acta' };
  const { status, body } = await person.call('POST', '/certificates?mode=test', payload);
  expect([status, body.certificate.title]).toEqual([201, 'Acta']);
});

test('P23 fields that no caller may set change nothing', async ({ person }) => {
  const names = [
    'id',
    'status',
    'account_id',
    'livemode',
    'created_at',
    'key_id',
    '__proto__',
    'constructor',
  ];
  const form = multipart([
    ...names.map((name) => ({ name, value: 'true' })),
    { name: 'title', value: 'plain' },
    { name: 'file', value: 'x', filename: 'a.txt' },
  ]);
  const { status, body } = await person.call('POST', '/certificates?mode=test', form.payload, form.headers);
  expect(status).toBe(201);
  expect(body.certificate).toMatchObject({ livemode: false, status: 'stamped', title: 'plain' });
  expect(body.certificate.id).toMatch(/^cert_[0-9A-Za-z]{22}$/);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test('a file of the full size is accepted, because it is streamed', async ({ person }) => {
  const { payload, headers } = fileForm(Buffer.alloc(52_428_800, 7));
  const { status, body } = await person.call('POST', '/certificates?mode=test', payload, headers);
  expect([status, body.certificate?.file.size]).toEqual([201, 52_428_800]);
});
