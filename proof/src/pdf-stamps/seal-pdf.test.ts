import { expect, test } from 'vitest';
import { latin1 } from '../../../tests/harness/latin1.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { pdfStampVectors } from '../../../tests/harness/pdf-stamp-vectors.ts';
import { onePage, revisePdf, writePdf } from '../../../tests/harness/pdf-writer.ts';
import { sealWith } from '../../../tests/harness/seal.ts';
import { createTestAuthority } from '../../../tests/harness/test-authority.ts';
import { verifyEvidence } from '../evidence/evidence.ts';
import { ProofError } from '../proof-error.ts';
import { prepareStamp } from './seal-pdf.ts';

const ID = new Uint8Array(16);
const authority = await createTestAuthority('ecdsa-p256-sha256');

function refusal(pdf: Uint8Array): string {
  try {
    prepareStamp(pdf, 0, ID);
    return 'sealed';
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

const KIDS = {
  2: '<< /Type /Pages /Kids [6 0 R] /Count 1 >>',
  6: '<< /Type /Pages /Parent 2 0 R /Kids [3 0 R] /Count 1 >>',
};
const SEALABLE: Record<string, Uint8Array> = {
  'one page': writePdf({ objects: onePage() }),
  'line breaks of two bytes': writePdf({ objects: onePage(), lineBreak: '\r\n' }),
  'nothing after the end': writePdf({ objects: onePage(), end: '' }),
  'a form': writePdf({ objects: onePage({ catalogue: '/AcroForm << /Fields [] /SigFlags 1 >>' }) }),
  'a form of its own': writePdf({
    objects: onePage({
      catalogue: '/AcroForm 7 0 R',
      7: '<< /Fields 8 0 R % a comment\n>>',
      8: '[ 9 0 R ]',
      9: '<< /FT /Tx /T (SelloDeTiempo1) >>',
    }),
  }),
  'a missing form': writePdf({ objects: onePage({ catalogue: '/AcroForm 77 0 R' }) }),
  annotations: writePdf({
    objects: onePage({
      page: '/Annots 7 0 R',
      7: '[8 0 R]',
      8: '<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] >>',
    }),
  }),
  'no annotations': writePdf({ objects: onePage({ page: '/Annots null' }) }),
  'pages in pages': writePdf({ objects: onePage(KIDS as never) }),
  generations: writePdf({ objects: onePage(), generations: { 1: 2 } }),
  'two ids': writePdf({ objects: onePage(), trailer: '/ID [<00ff> (a\\)b)]' }),
  'a name in other letters': writePdf({ objects: onePage({ page: '/Ann#6fts [ ]' }) }),
  'two revisions': revisePdf(writePdf({ objects: onePage() }), { 6: '(added)' }, '/Size 7 /Root 1 0 R'),
};

test.for(Object.keys(SEALABLE))('a PDF with %s is sealed, and keeps every byte', async (name) => {
  const pdf = SEALABLE[name]!;
  const sealed = await sealWith(authority, pdf);
  expect(sealed.subarray(0, pdf.length)).toEqual(pdf);
  const digest = async () => nodeEngine.digest('SHA-256', pdf);
  const verdict = await verifyEvidence(nodeEngine, { pdf: sealed, digest }, [authority.profile]);
  expect(verdict.checks.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(verdict.verdict).toBe('valid');
});

test.for(pdfStampVectors().filter(({ ok, file }) => ok && !file.includes('encrypted')))(
  'earlier stamps and signatures stay right: $file',
  async ({ pdf, trust }) => {
    const sealed = await sealWith(authority, pdf);
    expect(sealed.subarray(0, pdf.length)).toEqual(pdf);
    const verdict = await verifyEvidence(nodeEngine, { pdf: sealed }, [trust, authority.profile]);
    expect(verdict.checks.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  },
);

const docMdp = (permission: string) => `/Reference [<< /TransformMethod /DocMDP ${permission} >>]`;
const certified = (permission: string) =>
  writePdf({
    objects: onePage({
      catalogue: '/Perms << /DocMDP 7 0 R >>',
      7: `<< /Type /Sig ${docMdp(permission)} >>`,
    }),
  });

test.for([
  ['certified against every change', certified('/TransformParams << /P 1 >>'), /^pdf_locked: /],
  ['certified, forms may be filled in', certified('/TransformParams << /P 2 >>'), /^sealed$/],
  ['certified without saying what may be changed', certified(''), /^sealed$/],
  [
    'locked by a signed field',
    writePdf({
      objects: onePage({
        catalogue: '/AcroForm << /Fields [7 0 R] >>',
        7: '<< /FT /Sig /T (firma) /V << /Type /Sig >> /Lock << /P 1 >> >>',
      }),
    }),
    /^pdf_locked: /,
  ],
  [
    'certified by a field alone',
    writePdf({
      objects: onePage({
        catalogue: '/AcroForm << /Fields [7 0 R] >>',
        7: `<< /FT /Sig /T (firma) /V << /Type /Sig ${docMdp('/TransformParams << /P 1 >>')} >> >>`,
      }),
    }),
    /^pdf_locked: /,
  ],
  ['encrypted', writePdf({ objects: onePage(), trailer: '/Encrypt 9 0 R' }), /^pdf_encrypted: /],
  ['no PDF', latin1('<html>'), /does not begin as a PDF/],
  [
    'bytes before the beginning',
    latin1(`junk\n${text(writePdf({ objects: onePage() }))}`),
    /does not begin as a PDF/,
  ],
  ['cut short', writePdf({ objects: onePage() }).slice(0, -40), /its end does not say/],
  [
    'a table that points elsewhere',
    damage(/0000000\d{3} 00000 n/, '0000000020 00000 n'),
    /object \d is not where it says/,
  ],
  [
    'a table that points to itself',
    writePdf({ objects: onePage(), trailer: '/Prev 600 ' }),
    /damaged|not where its end says/,
  ],
  ['a count beyond all files', damage(/xref\n0 6\n/, 'xref\n0 99999999\n'), /too long/],
  ['a long count', damage(/xref\n0 6\n/, 'xref\n0 8388606\n'), /damaged/],
  [
    'the same key twice',
    writePdf({ objects: onePage({ page: '/Annots [] /Annots []' }) }),
    /the same key twice/,
  ],
  ['pages in a circle', writePdf({ objects: onePage({ 2: '<< /Type /Pages /Kids [2 0 R] >>' }) }), /no page/],
  [
    'references in a circle',
    writePdf({ objects: onePage({ catalogue: '/AcroForm 7 0 R', 7: '8 0 R', 8: '7 0 R' }) }),
    /leads nowhere/,
  ],
  ['a list that is none', writePdf({ objects: onePage({ page: '/Annots (x)' }) }), /Annots is no list/],
  [
    'values without end',
    writePdf({ objects: onePage({ page: `/X ${'['.repeat(5_000)}` }) }),
    /too many values/,
  ],
] as const)('%s', ([, pdf, words]) => {
  expect(refusal(pdf)).toMatch(words);
});

function text(pdf: Uint8Array): string {
  return Buffer.from(pdf).toString('latin1');
}

function damage(what: RegExp, replacement: string): Uint8Array {
  return latin1(text(writePdf({ objects: onePage() })).replace(what, replacement));
}

test('sections that refer to each other in a circle are read once', () => {
  const pdf = text(writePdf({ objects: onePage() }));
  const at = pdf.indexOf('xref\n0');
  const looped = latin1(pdf.replace('/Root', `/Prev ${at} /Root`));
  expect(refusal(looped)).toMatch(/in a circle/);
});

test('a table that is named thousands of times costs no more than the limit', () => {
  const [spaces, lines] = [4_000, 100_000];
  const body = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n';
  const rows = '0000000009 00000 n \n'.repeat(lines);
  const links = Array.from({ length: spaces }, () => ' ').join('');
  const at = body.length + links.length;
  const pdf = `${body}${links}xref\n1 ${lines}\n${rows}trailer\n<< /Size 9 /Root 1 0 R /Prev ${at - 1} >>\nstartxref\n${at}\n%%EOF\n`;
  const started = performance.now();
  expect(refusal(latin1(pdf))).toMatch(/^pdf_malformed/);
  expect(performance.now() - started).toBeLessThan(20_000);
});

test('damaged files are refused with a reason, whatever was damaged', () => {
  let seed = 20_261_119;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  for (const pdf of Object.values(SEALABLE)) {
    for (let round = 0; round < 60; round += 1) {
      const damaged = Uint8Array.from(pdf);
      for (let hits = 0; hits <= next(4); hits += 1) damaged[next(damaged.length)] = next(256);
      expect(refusal(damaged)).toMatch(/^(?:sealed$|pdf_|compression_)/);
    }
  }
});
