import { readFileSync } from 'node:fs';
import { FILE_SHA256 } from '../../../../scripts/vectors/vector.ts';
import { runCommandLine } from '../../../../server/src/command-line.ts';
import { multipart, type Part } from '../../../harness/multipart.ts';
import { readVector } from '../../../harness/read-vector.ts';
import { API } from '../../../harness/test-sello.ts';
import { openWorkbench } from '../../../harness/workbench.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'verify',
  ({ sello, client }) =>
    (parts: readonly Part[], headers: Record<string, string> = {}) => {
      const form = multipart(parts);
      const asked = { ...form, headers: { ...form.headers, ...headers } };
      return sello.call('POST', `${API}/evidence/verify`, { key: client.key, ...asked });
    },
);

const GENUINE = readVector('nom151/advantage-2018-07-18.tsr');
const ITS_SHA256 = '6533901d156ca462d0a40380d5bc0a2264b0333b66de701268f5b2ab745f973e';
const evidence = (value: Uint8Array, filename = 'constancia.asn1'): Part => ({
  name: 'evidence',
  value,
  filename,
});
const document = (value: string): Part => ({ name: 'file', value, filename: 'contrato.pdf' });

test('the genuine constancia of another provider is valid, accredited, and says who issued it and when', async ({
  verify,
}) => {
  const { status, body } = await verify([evidence(GENUINE), { name: 'sha256', value: ITS_SHA256 }]);
  expect(status).toBe(200);
  expect(body.evidence).toMatchObject({
    object: 'evidence',
    verdict: 'valid',
    accredited: true,
    confirmed_by: ['root'],
    stamped_at: '2018-07-18T20:59:03.190Z',
    trusted_by: 'ACR2-SE',
  });
  expect(body.evidence.issued_by).toContain('Advantage Security');
  expect(body.evidence.text).toContain(
    'VALID: stamped at 2018-07-18T20:59:03.190Z by an accredited provider',
  );
});

test('an invalid verdict is a successful answer that names the failed check', async ({ verify }) => {
  const { status, body } = await verify([evidence(GENUINE), document('another document')]);
  expect([status, body.evidence.verdict, body.evidence.accredited]).toEqual([200, 'invalid', false]);
  expect(body.evidence.checks).toContainEqual(
    expect.objectContaining({ name: 'timestamp.imprint', outcome: 'fail' }),
  );
  expect([body.evidence.issued_by, body.evidence.stamped_at]).toEqual([null, null]);
  expect(body.evidence.claims).toContainEqual({ name: 'stamped_at', value: '2018-07-18T20:59:03.190Z' });
});

test('the service’s own evidence is trusted only with its root; then it is valid, never accredited, and the answer names the root’s fingerprint', async ({
  sello,
  client,
  verify,
}) => {
  const content = 'stamped by the embedded authority';
  const { id } = await sello.certify(client.key, content);
  const proof = async (type: string) =>
    (await sello.call('GET', `${API}/certificates/${id}/proof?type=${type}&format=raw`, { key: client.key }))
      .bytes;
  const bundle = evidence(await proof('bundle'), 'evidence.zip');
  const unasked = await verify([bundle, document(content)]);
  expect(unasked.body.evidence).toMatchObject({ verdict: 'unconfirmed', accredited: false, issued_by: null });
  const pem = (await sello.call('GET', `${API}/certificates/${id}/proof?type=nom151`, { key: client.key }))
    .body.proof.chain_pem;
  const asked = await verify([bundle, document(content), { name: 'root', value: pem }]);
  expect(asked.body.evidence).toMatchObject({ verdict: 'valid', accredited: false, confirmed_by: ['root'] });
  expect(asked.body.evidence.trusted_by).toMatch(/^the root with SHA-256 [0-9a-f]{64}$/);
  expect(asked.body.evidence.text).toContain(asked.body.evidence.trusted_by);
  const pdf = await verify([evidence(await proof('constancia'), 'hoja.pdf'), document(content)]);
  expect(pdf.body.evidence.verdict).toBe('unconfirmed');
});

test('a PDF with time stamps inside is evidence by itself; the file given with it may be the PDF before it was stamped', async ({
  verify,
}) => {
  const pdf = (name: string) => readVector(`pdf-stamps/${name}`);
  const root: Part = { name: 'root', value: Buffer.from(pdf('roots/stamps.pem')).toString('utf8') };
  const sealed = evidence(pdf('stamped/06-signed-then-stamped.pdf'), 'sellado.pdf');
  const original = { ...document(''), value: pdf('originals/signed.pdf') };
  const right = await verify([sealed, original, root]);
  expect(right.body.evidence).toMatchObject({ verdict: 'valid', accredited: false, confirmed_by: ['root'] });
  expect(right.body.evidence.checks).toContainEqual(
    expect.objectContaining({ name: 'pdf.document', outcome: 'pass' }),
  );
  expect((await verify([sealed])).body.evidence.verdict).toBe('unconfirmed');
  const changed = evidence(pdf('tampered/t06-page-changed-after-stamp.pdf'), 'sellado.pdf');
  const wrong = await verify([changed, root]);
  expect(wrong.body.evidence.verdict).toBe('invalid');
  expect(wrong.body.evidence.text).toContain('the PDF was changed after its last time stamp');
});

test('a root to which nothing leads makes the verdict invalid', async ({ sello, client, verify }) => {
  const { id } = await sello.certify(client.key, 'a root of its own');
  const pem = (await sello.call('GET', `${API}/certificates/${id}/proof?type=nom151`, { key: client.key }))
    .body.proof.chain_pem;
  const stamp = evidence(readVector('commercial/digicert-2024.tsr'), 'stamp.tsr');
  const file = { ...document(''), value: readVector('commercial/digicert-2024.data.txt') };
  expect((await verify([stamp, file])).body.evidence.verdict).toBe('unconfirmed');
  const { body } = await verify([stamp, file, { name: 'root', value: pem }]);
  expect(body.evidence.verdict).toBe('invalid');
});

test('with Accept: application/pdf the answer is a report with the verdict on every page', async ({
  verify,
}) => {
  const given = [evidence(GENUINE), document('not the document')];
  const { status, headers, bytes } = await verify(given, { accept: 'application/pdf' });
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/pdf');
  const bench = await openWorkbench();
  await bench.write('report.pdf', bytes);
  const { output } = await bench.run('pdftotext', 'report.pdf', '-');
  await bench.close();
  for (const page of output.split('\f').slice(0, -1)) expect(page).toContain('NO VÁLIDO');
  expect(output).toContain('timestamp.imprint');
});

test('the verdict is the same as on the command line', async ({ verify }) => {
  const bench = await openWorkbench();
  await bench.write('stamp.tsr', GENUINE);
  for (const sha256 of [ITS_SHA256, '0'.repeat(64)]) {
    const out: string[] = [];
    const terminal = { env: {}, write: () => {}, out: (line: string) => out.push(line), error: () => {} };
    await runCommandLine(
      ['verify', '--hash', sha256, '--tsr', bench.path('stamp.tsr'), '--json'],
      terminal as never,
    );
    const { body } = await verify([evidence(GENUINE), { name: 'sha256', value: sha256 }]);
    const own = JSON.parse(out.join('\n'));
    expect(body.evidence.verdict).toBe(own.verdict);
    const plain = (checks: { because: string }[]) =>
      checks.map((check) => ({
        ...check,
        because: check.because.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, 'now'),
      }));
    expect(plain(body.evidence.checks)).toEqual(plain(own.checks));
    expect(body.evidence.warnings).toEqual(own.warnings);
  }
  await bench.close();
});

test('P153 a record, its shared stamp and their proof are judged together, and the stamp is called shared', async ({
  verify,
}) => {
  const vector = (name: string) => new Uint8Array(readFileSync(`docs/vectors/${name}`));
  const hash: Part = { name: 'sha256', value: FILE_SHA256 };
  const root: Part = { name: 'root', value: Buffer.from(vector('shared-root.pem')).toString() };
  const parts = ['shared.tsr', 'shared.ers', 'shared.xml'].map((name) => evidence(vector(name), name));
  const { status, body } = await verify([...parts, hash, root]);
  expect(status).toBe(200);
  expect(body.evidence).toMatchObject({ verdict: 'valid', accredited: false, confirmed_by: ['root'] });
  expect(body.evidence.warnings).toContainEqual(expect.objectContaining({ code: 'stamp_shared' }));
  expect(body.evidence.text).toContain('this document has no constancia of its own');
  const alone = await verify([evidence(vector('shared.tsr'), 'shared.tsr'), hash, root]);
  expect(alone.body.evidence).toMatchObject({ verdict: 'invalid' });
});

test('an ASiC container is judged with its file, and what it has beside it is refused', async ({
  verify,
}) => {
  const read = (name: string) => readFileSync(new URL(`../../../../docs/vectors/${name}`, import.meta.url));
  const container = evidence(read('asic.asics'), 'contract.asics');
  const root = { name: 'root', value: read('root.pem').toString() };
  const verdictOf = async (...parts: Part[]) => (await verify(parts)).body.evidence.verdict;
  expect(await verdictOf(container, root)).toBe('valid');
  expect(await verdictOf(container)).toBe('unconfirmed');
  expect(await verdictOf(container, root, document('another'))).toBe('invalid');
  expect(await verdictOf(evidence(read('asic-bomb.asics'), 'bomb.asics'), root)).toBe('invalid');
  const both = await verify([container, evidence(read('token.tsr'), 'token.tsr')]);
  expect(both.status).toBe(422);
  expect(both.text).toContain('an ASiC container');
});
