import { createHash } from 'node:crypto';
import { openAnchoredSello } from '../../../harness/anchored-sello.ts';
import { API } from '../../../harness/test-sello.ts';
import { around, expect, FILE } from '../../../harness/world.ts';

const test = around(openAnchoredSello)
  .extend('certified', FILE, async ({ world }) => {
    const final = await world.certify();
    await world.anchorAndMine();
    return { final, waiting: await world.certify() };
  })
  .extend('final', FILE, ({ certified }) => certified.final)
  .extend('waiting', FILE, ({ certified }) => certified.waiting)
  .extend(
    'raw',
    ({ world }) =>
      (id: string, headers: Record<string, string> = {}) =>
        world.proof(id, 'type=constancia&format=raw', headers),
  );

test('raw: a PDF as an attachment, with an ETag of its bytes', async ({ final, raw }) => {
  const { status, headers, bytes } = await raw(final);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${final}.pdf"`,
    'x-content-type-options': 'nosniff',
    'content-length': String(bytes.length),
    etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
  });
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7');
});

test('json: the same PDF in base64, with its size and digest', async ({ world, final, raw }) => {
  const { bytes } = await raw(final);
  const { status, body } = await world.proof(final, 'type=constancia');
  expect(status).toBe(200);
  expect(body).toEqual({
    proof: {
      type: 'constancia',
      certificate_id: final,
      file_name: `${final}.pdf`,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      pdf_base64: bytes.toString('base64'),
    },
  });
});

test('it is available at once, and states that anchoring is in progress', async ({ final, waiting, raw }) => {
  const { status, bytes } = await raw(waiting);
  expect(status).toBe(200);
  expect(bytes.includes('timestamp.tsr')).toBe(true);
  expect(bytes.includes('blockchain-proof.xml')).toBe(false);
  expect((await raw(final)).bytes.includes('blockchain-proof.xml')).toBe(true);
});

test('the final constancia never changes: in other languages, later, with more blocks on top, from another process', async ({
  world,
  final,
  raw,
}) => {
  const { bytes } = await raw(final);
  expect((await raw(final, { 'accept-language': 'en' })).bytes.equals(bytes)).toBe(true);
  world.sello.advance(86_400_000);
  await world.certify();
  await world.anchorAndMine();
  expect((await raw(final)).bytes.equals(bytes)).toBe(true);
  const other = await world.sello.another();
  const url = `${API}/certificates/${final}/proof?type=constancia&format=raw`;
  expect((await other.call('GET', url, { key: world.caller.key })).bytes.equals(bytes)).toBe(true);
  await other.close();
});

test('HEAD gives the headers of the PDF without its bytes', async ({ world, final, raw }) => {
  const url = `${API}/certificates/${final}/proof?type=constancia&format=raw`;
  const { status, headers, bytes } = await world.sello.call('HEAD', url, { key: world.caller.key });
  expect([status, bytes.length, headers.etag]).toEqual([200, 0, (await raw(final)).headers.etag]);
});

test('the formats of the blockchain proof are refused', async ({ world, final }) => {
  for (const format of ['ots', 'tlog']) {
    expect(await world.proof(final, `type=constancia&format=${format}`)).toMatchObject({
      status: 422,
      body: { error: 'validation_failed' },
    });
  }
});

test('another account cannot fetch it', async ({ world, final }) => {
  const other = await world.sello.newAccount();
  const url = `${API}/certificates/${final}/proof?type=constancia`;
  expect((await world.sello.call('GET', url, { key: other.key })).status).toBe(404);
});
