import { expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { type PdfStampVector, pdfStampVectors } from '../../../tests/harness/pdf-stamp-vectors.ts';
import { onePage, revisePdf, writePdf } from '../../../tests/harness/pdf-writer.ts';
import { sealWith } from '../../../tests/harness/seal.ts';
import { createTestAuthority } from '../../../tests/harness/test-authority.ts';
import { webCryptoEngine } from '../crypto/crypto-engine.ts';
import { verifyEvidence } from './evidence.ts';
import type { EvidenceVerdict } from './evidence-verdict.ts';

const VECTORS = pdfStampVectors();
const OTHER_VERDICTS: Readonly<Record<string, string>> = {
  'stamped/05-encrypted-empty-password.pdf': 'unconfirmed',
  'tampered/t11-expired-not-renewed.pdf': 'valid',
  'tampered/t12-second-stamp-too-late.pdf': 'valid',
};

async function judge({ pdf, at, trust }: PdfStampVector, original?: Uint8Array): Promise<EvidenceVerdict> {
  const digest = original && { digest: async () => nodeEngine.digest('SHA-256', original) };
  return verifyEvidence(webCryptoEngine, { pdf, now: at, ...digest }, [trust]);
}

test.for(VECTORS)('$file: $what', async (vector) => {
  const isEncrypted = vector.file.includes('encrypted');
  const trust = isEncrypted ? { ...vector.trust, from: undefined } : vector.trust;
  const { from, ...plain } = trust;
  const { verdict } = await judge(
    { ...vector, trust: from === undefined ? plain : { ...plain, from } },
    isEncrypted ? undefined : vector.original,
  );
  expect(verdict).toBe(OTHER_VERDICTS[vector.file] ?? (vector.ok ? 'valid' : 'invalid'));
});

const authority = await createTestAuthority('ecdsa-p256-sha256');
const original = writePdf({ objects: onePage() });
const sealed = await sealWith(authority, original);

function verify(pdf: Uint8Array, document?: Uint8Array): Promise<EvidenceVerdict> {
  const digest = document && { digest: async () => nodeEngine.digest('SHA-256', document) };
  return verifyEvidence(nodeEngine, { pdf, ...digest }, [authority.profile]);
}

function reasons({ checks }: EvidenceVerdict): string {
  return checks
    .filter(({ outcome }) => outcome === 'fail')
    .map(({ name, because }) => `${name}: ${because}`)
    .join('; ');
}

test('the document of a sealed PDF may be the PDF itself, what it was before, or nothing', async () => {
  for (const document of [undefined, sealed, original])
    expect(await verify(sealed, document)).toMatchObject({ verdict: 'valid', confirmed_by: ['root'] });
  const other = writePdf({ objects: onePage({ page: '/Rotate 90' }) });
  expect(reasons(await verify(sealed, other))).toMatch(/pdf\.document: .*neither this PDF nor an earlier/);
});

test('a changed bit in the stamped part is found', async () => {
  const [start, end] = [original.length, stampedEnd(sealed)];
  const places = [
    ...Array.from({ length: Math.ceil(start / 13) }, (_, step) => 13 * step),
    ...Array.from({ length: end - GAP_END }, (_, step) => GAP_END + step),
  ];
  for (const at of places) {
    const changed = Uint8Array.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const { verdict } = await verify(changed);
    expect({ at, verdict }).toEqual({ at, verdict: 'invalid' });
  }
});

/** The placeholder ends where its zeros end. */
const GAP_END = Buffer.from(sealed).indexOf('00>\n>>') + 2;

function stampedEnd(pdf: Uint8Array): number {
  return Buffer.from(pdf).indexOf('%%EOF\n', original.length) + 6;
}

/** As the sealed file writes it. */
const FORM = '/AcroForm << /Fields [7 0 R] /SigFlags 3 >>';
const TRAILER = '/Size 30 /Root 1 0 R';

test.for([
  ['a page is changed', { 3: '<< /Type /Page /Parent 2 0 R /Rotate 90 >>' }, /object 3 was changed/],
  ['an annotation is added', { 20: '<< /Type /Annot /Subtype /FreeText >>' }, /object 20 was added/],
  [
    'a page is hidden among validation data',
    { 1: `<< /Type /Catalog /Pages 2 0 R ${FORM} /DSS << /Certs [20 0 R] >> >>`, 20: '<< /Type /Page >>' },
    /object 20 was added/,
  ],
  [
    'another catalogue is named',
    {
      1: `<< /Type /Catalog /Pages 2 0 R ${FORM} /DSS << /Certs [8 0 R 9 0 R] >> /OpenAction [3 0 R /Fit] >>`,
    },
    /the entry \w+ of the catalogue was changed/,
  ],
] as const)('a revision after the stamp is reported: %s', async ([, objects, words]) => {
  const verdict = await verify(revisePdf(sealed, objects, TRAILER));
  expect(reasons(verdict)).toMatch(words);
  expect(verdict.verdict).toBe('invalid');
});

test('an object that was referred to before it existed is reported, although it looks like validation data', async () => {
  const prepared = writePdf({ objects: onePage({ page: '/Thumb 20 0 R' }) });
  const added = {
    1: `<< /Type /Catalog /Pages 2 0 R ${FORM} /DSS << /Certs [8 0 R 9 0 R 20 0 R] >> >>`,
    20: '<< /Length 3 >>\nstream\nabc\nendstream',
  };
  const honest = await verify(revisePdf(sealed, added, TRAILER));
  expect(reasons(honest)).toBe('');
  const hidden = await verify(revisePdf(await sealWith(authority, prepared), added, TRAILER));
  expect(reasons(hidden)).toMatch(/object 20 was added/);
});

test('a PDF may be stamped again, and each stamp is judged over its own revision', async () => {
  const twice = await sealWith(authority, sealed);
  expect(twice.subarray(0, sealed.length)).toEqual(sealed);
  const verdict = await verify(twice, sealed);
  expect(verdict.verdict).toBe('valid');
  expect(verdict.checks.filter(({ name }) => name === 'pdf.range')).toHaveLength(2);
  expect(await verify(twice, original)).toMatchObject({ verdict: 'valid' });
  const stranger = await createTestAuthority('rsa-pkcs1-sha256');
  const mixed = await sealWith(authority, await sealWith(stranger, original));
  expect((await verify(mixed)).checks).toContainEqual(
    expect.objectContaining({ name: 'pdf.earlier.chain', outcome: 'unconfirmed' }),
  );
});

test('a PDF without a stamp proves nothing', async () => {
  expect(reasons(await verify(original))).toBe('pdf.stamps: the PDF holds no document time stamp');
});
