import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE } from '../../../harness/world.ts';

const test = base
  .extend('id', FILE, async ({ sello, client }) => (await sello.certify(client.key)).id)
  .extend(
    'proof',
    ({ sello, id, client }) =>
      (query: string, language = 'en') =>
        sello.call('GET', `${API}/certificates/${id}/proof${query}`, {
          key: client.key,
          headers: { 'accept-language': language },
        }),
  );

test('a proof without a type is refused', async ({ proof }) => {
  for (const query of ['', '?', '?format=raw']) {
    expect(expectRefusal(await proof(query), 422, 'validation_failed')).toBe('`type` is required.');
  }
  expect(expectRefusal(await proof('', 'es'), 422, 'validation_failed')).toBe('`type` es obligatorio.');
});

test.for(['', 'tsr', 'File', 'file ', 'files', 'nom-151', 'constructor', '__proto__'])(
  'type=%s',
  async (type, { proof }) => {
    const message = expectRefusal(await proof(`?type=${encodeURIComponent(type)}`), 422, 'validation_failed');
    expect(message).toMatch(/^`type` must be one of `file`, `nom151`, `blockchain`/);
  },
);

const FORMATS = '`format` must be one of `json`, `raw`, `ots`, `tlog`.';

test.for(['', 'xml', 'RAW', 'raw ', 'pdf', 'tlog-proof'])('format=%s', async (format, { proof }) => {
  for (const type of ['file', 'nom151', 'blockchain']) {
    const answer = await proof(`?type=${type}&format=${encodeURIComponent(format)}`);
    expect(expectRefusal(answer, 422, 'validation_failed')).toBe(FORMATS);
  }
});

test.for(['ots', 'tlog'])('format=%s is for the blockchain proof only', async (format, { proof }) => {
  for (const type of ['file', 'nom151', 'bundle']) {
    const query = `?type=${type}&format=${format}`;
    expect(expectRefusal(await proof(query), 422, 'validation_failed')).toBe(
      `\`format=${format}\` is only possible with \`type=blockchain\`.`,
    );
    expect(expectRefusal(await proof(query, 'es'), 422, 'validation_failed')).toContain(
      'solo es posible con',
    );
  }
});

test('only a court package can be requested without its original', async ({ proof }) => {
  for (const type of ['file', 'nom151', 'bundle', 'constancia']) {
    const refused = await proof(`?type=${type}&original=omit`);
    expect(expectRefusal(refused, 422, 'validation_failed')).toBe(
      '`original` is only possible with `type=court`.',
    );
  }
  expectRefusal(await proof('?type=court&original=none'), 422, 'validation_failed');
});

test('a repeated type or format is refused', async ({ proof }) => {
  expectRefusal(await proof('?type=file&type=nom151'), 422, 'validation_failed');
  expectRefusal(await proof('?type=file&format=raw&format=json'), 422, 'validation_failed');
});

test('an invalid type is refused before the certificate is looked up', async ({ sello, client, proof }) => {
  const answer = await sello.call('GET', `${API}/certificates/${sello.ports.newId('cert')}/proof?type=x`, {
    key: client.key,
  });
  expect(answer.text).toBe((await proof('?type=x')).text);
});
