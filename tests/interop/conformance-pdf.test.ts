/** docs/CONFORMANCE.md, part `pdf`: the library, as the page and the command run it, and PDFBox on the published files. */

import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { verifyEvidence, webCryptoEngine } from '@sello/proof';
import { expect, test } from 'vitest';
import { decodePem } from '../../proof/src/encoding/pem.ts';
import { recognise } from '../../proof/src/evidence/recognise.ts';
import { sealedPdfVectors } from '../../scripts/vectors/sealed-pdfs.ts';
import type { Vector } from '../../scripts/vectors/vector.ts';
import { nodeEngine } from '../harness/node-engine.ts';
import { openPdfBox } from '../harness/pdfbox.ts';

const VECTORS = fileURLToPath(new URL('../../docs/vectors/', import.meta.url));
const read = (name: string) => new Uint8Array(readFileSync(path.join(VECTORS, name)));

function given({ file, args }: Vector) {
  const [root] = args.filter((arg) => arg.endsWith('.pem'));
  const document = args.find((arg, i) => i > 0 && /\.(?:pdf|txt)$/.test(arg));
  const known = recognise(file, read(file));
  if (known?.kind !== 'pdf' && known?.kind !== 'constancia') throw new Error(`${file} is ${known?.kind}`);
  const roots = root === undefined ? [] : decodePem('CERTIFICATE', Buffer.from(read(root)).toString());
  const profile = { policies: 'any', toleratedQuirks: [], accredited: false, from: 'demanded' } as const;
  return {
    evidence: { [known.kind]: known.bytes },
    document: document === undefined ? undefined : read(document),
    trust: root === undefined ? [] : [{ ...profile, name: root, roots }],
  };
}

test.for([
  ['Node', nodeEngine],
  ['the browser', webCryptoEngine],
] as const)(
  'P52 the library gives the verdict of every vector of a sealed PDF by the cryptography of %s',
  async ([, engine]) => {
    const wrong: string[] = [];
    for (const vector of sealedPdfVectors()) {
      const { evidence, document, trust } = given(vector);
      const digest = document && {
        digest: async (algorithm: 'SHA-256' | 'SHA-384' | 'SHA-512') => engine.digest(algorithm, document),
      };
      const { verdict } = await verifyEvidence(engine, { ...evidence, ...digest }, trust);
      if (verdict !== vector.verdict) wrong.push(`${vector.file}: ${vector.because}: ${verdict}`);
    }
    expect(wrong).toEqual([]);
  },
);

/** Without the vectors with added objects and text that change no page, which PDFBox does not judge. */
const REFUSED = ['changed-before', 'changed-stamp', 'changed-range', 'cut-stamp', 'page-changed'];

test('PDFBox accepts the sealed PDF, and refuses it with a changed or missing byte or another page', async () => {
  const pdfbox = await openPdfBox(Buffer.from(read('sealed-root.pem')).toString());
  try {
    const names = ['sealed', ...REFUSED.map((what) => `sealed-${what}`)];
    for (const name of [...names, 'sealed-original'])
      copyFileSync(path.join(VECTORS, `${name}.pdf`), pdfbox.place(name));
    const said = await pdfbox.judge(names.map((name) => [name, 'sealed-original']));
    expect(said.map((line) => line.split(':')[0])).toEqual(['accepted', ...REFUSED.map(() => 'refused')]);
  } finally {
    await pdfbox.close();
  }
});
