/** PDFBox and Bouncy Castle judge the sealed copies that the API hands out: of odd PDFs, and of our own constancia. */

import { writeFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { recognise } from '../../proof/src/evidence/recognise.ts';
import { forFile } from '../harness/for-file.ts';
import { multipart } from '../harness/multipart.ts';
import { ODD_PDFS } from '../harness/odd-pdfs.ts';
import { openPdfBox } from '../harness/pdfbox.ts';
import { originalOf, postWithSeal, recordOf, sealAll } from '../harness/sealed.ts';
import { API, openTestSello } from '../harness/test-sello.ts';

const sello = forFile(openTestSello);
const caller = forFile(() => sello.newAccount());

const read = async (id: string, type: string) =>
  (await sello.call('GET', `${API}/certificates/${id}/proof?type=${type}&format=raw`, { key: caller.key }))
    .bytes;

/** The sealed copy, and the root of its stamps. */
async function sealedBy(pdf: Uint8Array): Promise<{ copy: Buffer; chainPem: string }> {
  const { body } = await postWithSeal(sello, caller.key, pdf);
  await sealAll(sello);
  const { sealed } = await recordOf(sello, caller.key, body.certificate.id);
  const url = `${API}/certificates/${sealed.certificate_id}/proof?type=nom151`;
  const { chain_pem: chainPem } = (await sello.call('GET', url, { key: caller.key })).body.proof;
  return { copy: await originalOf(sello, caller.key, sealed.certificate_id), chainPem };
}

const rootIn = (chainPem: string): string => chainPem.slice(chainPem.lastIndexOf('-----BEGIN'));

test('PDFBox accepts every copy, and finds the original in it as it was', async () => {
  const { id } = await sello.certify(caller.key, 'of this there is a constancia');
  const all = { ...ODD_PDFS, constancia: await read(id, 'constancia') };
  const { chainPem } = await sealedBy(all.constancia);
  const pdfbox = await openPdfBox(rootIn(chainPem));
  afterAll(() => pdfbox.close());
  for (const [name, pdf] of Object.entries(all)) {
    await writeFile(pdfbox.place(`${name}-original`), pdf);
    await writeFile(pdfbox.place(`${name}-sealed`), (await sealedBy(pdf)).copy);
  }
  const names = Object.keys(all);
  const said = await pdfbox.judge(names.map((name) => [`${name}-sealed`, `${name}-original`]));
  expect(
    names.map((name, at) => `${name}: ${said[at]}`).filter((line) => !line.endsWith(': accepted')),
  ).toEqual([]);
});

test('a sealed constancia is opened by our own verifier, with the document that it is about', async () => {
  const document = 'a document with a sealed constancia';
  const { id } = await sello.certify(caller.key, document);
  const { copy, chainPem } = await sealedBy(await read(id, 'constancia'));
  expect(recognise('constancia.pdf', copy)?.kind).toBe('constancia');
  const form = multipart([
    { name: 'evidence', value: copy, filename: 'constancia.pdf' },
    { name: 'file', value: document, filename: 'document.txt' },
    { name: 'root', value: chainPem },
  ]);
  const judged = await sello.call('POST', `${API}/evidence/verify`, { key: caller.key, ...form });
  expect(judged.body.evidence).toMatchObject({ verdict: 'valid', confirmed_by: ['root'] });
  const outcomes = Object.fromEntries(
    judged.body.evidence.checks.map((check: { name: string; outcome: string }) => [
      check.name,
      check.outcome,
    ]),
  );
  expect(outcomes).toMatchObject({
    'constancia.attachments': 'pass',
    'timestamp.imprint': 'pass',
    'pdf.unchanged': 'pass',
  });
});
