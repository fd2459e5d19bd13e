/** Uploads are served from our own origin: a browser must never show or run them. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../../harness/anchored-sello.ts';
import { type Person, signUp } from '../../harness/dashboard-person.ts';
import { certifyAs } from '../../harness/dashboard-upload.ts';
import { multipart } from '../../harness/multipart.ts';
import { API, type TestAnswer } from '../../harness/test-sello.ts';

const HOSTILE = [
  { filename: 'page.html', type: 'text/html', value: '<!doctype html><script>document.title="ran"</script>' },
  {
    filename: 'drawing.svg',
    type: 'image/svg+xml',
    value: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
  },
  {
    filename: 'page.xhtml',
    type: 'application/xhtml+xml',
    value: '<html xmlns="http://www.w3.org/1999/xhtml"/>',
  },
  { filename: 'sheet.xml', type: 'text/xml', value: '<?xml-stylesheet href="x.xsl"?><a/>' },
  { filename: 'page.pdf', type: 'application/pdf', value: '<script>alert(1)</script>' },
];

let anchored: AnchoredSello;
let person: Person;
let key: string;
beforeAll(async () => {
  anchored = await openAnchoredSello();
  person = await signUp(anchored.sello);
  key = (await person.newKey({ name: 'x', mode: 'test' })).secret;
});
afterAll(() => anchored.close());

function expectNeverShown(answer: TestAnswer, where: string): void {
  expect(answer.status, where).toBe(200);
  expect(answer.headers['content-disposition'], where).toMatch(/^attachment; filename="/);
  expect(answer.headers['x-content-type-options'], where).toBe('nosniff');
  expect(answer.headers['content-security-policy'], where).toMatch(/\bsandbox$/);
}

test('P34 uploaded HTML and SVG are sent only as attachments, unsniffed and sandboxed, at every address', async () => {
  const { sello } = anchored;
  for (const file of HOSTILE) {
    const form = multipart([
      { name: 'title', value: file.value.slice(0, 60) },
      { name: 'file', ...file },
    ]);
    const made = await sello.call('POST', `${API}/certificates`, { key, ...form });
    const { id, file: stored } = made.body.certificate;
    expect(stored.mime).toBe(file.type);
    const byKey = await sello.call('GET', `${API}/certificates/${id}/proof?type=file&format=raw`, { key });
    const byHand = await person.call('GET', `/certificates/${id}/proof?type=file`);
    for (const { status, headers } of [byKey, byHand]) {
      expect(status).toBe(302);
      const address = String(headers.location);
      const served = await sello.call('GET', address);
      expectNeverShown(served, file.filename);
      expect(served.text).toBe(file.value);
      // A range request is no way around it.
      const part = await sello.call('GET', address, { headers: { range: 'bytes=0-9' } });
      expectNeverShown({ ...part, status: part.status === 206 ? 200 : part.status }, file.filename);
    }
  }
});

test('P34 proofs, which hold texts chosen by callers, are sent the same way', async () => {
  const { sello } = anchored;
  const title = '<img src=x onerror=alert(1)>';
  const { id, qr_verification_url } = await certifyAs(person, '<b>', { mode: 'test', fields: { title } });
  await sello.sequence();
  await anchored.anchorAndMine();
  await anchored.chain.mine();
  await anchored.chain.mine();
  await anchored.anchor();
  const page = new URL(qr_verification_url).pathname;
  const types = ['nom151', 'blockchain', 'bundle', 'constancia'];
  for (const type of types) {
    expectNeverShown(await person.call('GET', `/certificates/${id}/proof?type=${type}`), `dashboard ${type}`);
    expectNeverShown(await sello.call('GET', `${page}/proof?type=${type}`), `page ${type}`);
    if (type === 'constancia') continue;
    const url = `${API}/certificates/${id}/proof?type=${type}&format=raw`;
    expectNeverShown(await sello.call('GET', url, { key }), `API ${type}`);
  }
  for (const format of ['ots', 'tlog']) {
    const url = `${API}/certificates/${id}/proof?type=blockchain&format=${format}`;
    expectNeverShown(await sello.call('GET', url, { key }), `API ${format}`);
  }
  expectNeverShown(await sello.call('GET', `${page}/proof?type=chain`), 'page chain');
});
