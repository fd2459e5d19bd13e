import { expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { revisePdf } from '../../../tests/harness/pdf-writer.ts';
import { readVector } from '../../../tests/harness/read-vector.ts';
import {
  accreditedSample,
  unaccreditedSample,
  writeSample,
} from '../../../tests/harness/sample-constancia.ts';
import { makeSample } from '../../../tests/harness/sample-proof.ts';
import { sealWith } from '../../../tests/harness/seal.ts';
import { createTestAuthority } from '../../../tests/harness/test-authority.ts';
import { encodeProofXml } from '../anchors/proof-xml.ts';
import { encodeTlogProof } from '../anchors/tlog-proof.ts';
import { encodeUtf8 } from '../encoding/bytes.ts';
import { readPdfFiles } from '../encoding/pdf-files.ts';
import { writeZip } from '../encoding/zip.ts';
import { ProofError } from '../proof-error.ts';
import { acr2SeProfile } from '../timestamps/nom151.ts';
import { verifyEvidence } from './evidence.ts';
import { recognise } from './recognise.ts';

const { proof } = await makeSample();
const accredited = await writeSample(await accreditedSample('final'));

test('every kind of evidence is recognised by its content, whatever its name', () => {
  const kinds = {
    'nom151/advantage-2018-07-18.tsr': 'tsr',
    'commercial/globalsign-2021-token-only.tst': 'tsr',
    'blockchain-xml/originstamp-bitcoin-2c5d36be.xml': 'xml',
    'roots/ACR2_SE.pem': 'certificates',
    'evidence-records/genuine/08-tree-of-7-a.ers': 'record',
    'evidence-records/edge/ber-token-alone.ers': 'record',
  };
  for (const [vector, kind] of Object.entries(kinds))
    expect(recognise('file.bin', readVector(vector))?.kind, vector).toBe(kind);
  expect(recognise('x', encodeProofXml(proof))?.kind).toBe('xml');
  expect(recognise('x', accredited)?.kind).toBe('constancia');
});

test('a damaged record is known by its name, so that its checks can say what is wrong', () => {
  const record = readVector('evidence-records/genuine/01-single.ers');
  expect(recognise('a.ERS', record.slice(0, -1))?.kind).toBe('record');
  expect(recognise('a.bin', record.slice(0, -1))).toBeUndefined();
});

test('evidence of other systems is recognised by its name', () => {
  const foreign = (bytes: Uint8Array) => recognise('x', bytes);
  expect(foreign(readVector('opentimestamps/hello-world.txt.ots'))).toEqual({ kind: 'foreign', what: 'ots' });
  expect(foreign(readVector('nom151/legacy-nom151-2002-format.ber'))).toEqual({
    kind: 'foreign',
    what: 'nom151_2002',
  });
  expect(foreign(encodeUtf8(encodeTlogProof(proof)))).toEqual({ kind: 'foreign', what: 'tlog_proof' });
  expect(foreign(encodeUtf8(proof.checkpoint.note))).toEqual({ kind: 'foreign', what: 'checkpoint' });
});

test('a bundle that was packed again or damaged is still taken for one, so that its checks can say so', async () => {
  const names = ['README.txt', 'manifest.json', 'timestamp.tsr', 'chain.pem'];
  const zip = writeZip(names.map((name) => ({ name, content: encodeUtf8('x') })));
  expect(recognise('x', zip)?.kind).toBe('bundle');
  const { verdict, checks } = await verifyEvidence(nodeEngine, { bundle: zip.subarray(0, -1) }, [
    acr2SeProfile(),
  ]);
  expect([verdict, checks[0]?.because]).toEqual([
    'invalid',
    expect.stringContaining('damaged, or was repacked'),
  ]);
  const many = writeZip([{ name: 'bundles/cert_1.zip', content: zip }]);
  expect(recognise('x', many)).toEqual({ kind: 'foreign', what: 'export' });
  expect(recognise('x', writeZip([{ name: 'a.docx', content: encodeUtf8('x') }]))).toBeUndefined();
});

test('anything else is a document', () => {
  for (const text of ['hola', '', '<html></html>', '%PDF-1.7\n%%EOF', '{"a":1}', '0'])
    expect(recognise('contract.txt', encodeUtf8(text))).toBeUndefined();
  expect(recognise('x', new Uint8Array(5 << 20))).toBeUndefined();
});

test('the proofs are extracted from a constancia, and its text is reported as unchecked', async () => {
  const verdict = await verifyEvidence(nodeEngine, { constancia: accredited }, [acr2SeProfile()]);
  const outcomes = Object.fromEntries(verdict.checks.map(({ name, outcome }) => [name, outcome]));
  expect(outcomes).toMatchObject({
    'constancia.attachments': 'pass',
    'constancia.words': 'skipped',
    'timestamp.signature': 'pass',
    'timestamp.chain': 'pass',
  });
});

test.for(['stamped', 'logged', 'in_block', 'final'] as const)(
  'a constancia of a certificate that is %s is opened',
  async (state) => {
    const sample = await unaccreditedSample(state);
    const files = readPdfFiles(await writeSample(sample));
    expect(Buffer.compare(files.get('timestamp.tsr')!, sample.token.tsr)).toBe(0);
    expect(files.has('blockchain-proof.xml')).toBe(state === 'final');
  },
);

test('P110 an unknown file in the PDF is refused instead of being reported as checked', async () => {
  for (const name of ['other.pdf', 'notes.txt', 'Chain.pem']) {
    // The new name is as long as the old one, so that every offset in the file stays right.
    const text = Buffer.from(accredited).toString('latin1').replaceAll('(chain.pem)', `(${name})`);
    const constancia = new Uint8Array(Buffer.from(text, 'latin1'));
    const { verdict, checks } = await verifyEvidence(nodeEngine, { constancia }, [acr2SeProfile()]);
    expect([verdict, checks[0]?.because]).toEqual([
      'invalid',
      `the PDF holds ${name}, which no constancia has`,
    ]);
  }
});

test('a constancia that was extended or saved again is refused, and the message says what to do', async () => {
  const cut = accredited.subarray(0, -7);
  const grown = Buffer.concat([accredited, Buffer.from('\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n')]);
  for (const constancia of [cut, grown]) {
    const { verdict, checks } = await verifyEvidence(nodeEngine, { constancia }, [acr2SeProfile()]);
    expect(verdict).toBe('invalid');
    expect(checks[0]?.because).toMatch(/not as issued.*take the attached files out/);
  }
});

test('a sealed constancia is opened like any other, and its own stamp confirms nothing', async () => {
  const authority = await createTestAuthority('ecdsa-p256-sha256');
  const sealed = await sealWith(authority, accredited);
  expect(recognise('x', sealed)?.kind).toBe('constancia');
  const plain = await verifyEvidence(nodeEngine, { constancia: accredited }, [acr2SeProfile()]);
  const judged = await verifyEvidence(nodeEngine, { constancia: sealed }, [acr2SeProfile()]);
  expect(judged).toMatchObject({
    verdict: plain.verdict,
    confirmed_by: plain.confirmed_by,
    timestamp: plain.timestamp,
  });
  expect(judged.checks).toContainEqual(expect.objectContaining({ name: 'pdf.unchanged', outcome: 'pass' }));
  const own = await verifyEvidence(nodeEngine, { constancia: sealed }, [authority.profile]);
  expect(own.verdict).not.toBe('valid');
});

test('a sealed constancia to which anything else was added is no constancia any more', async () => {
  const authority = await createTestAuthority('ecdsa-p256-sha256');
  const sealed = await sealWith(authority, accredited);
  const between = await sealWith(authority, revisePdf(accredited, { 900: '(new)' }, rootOf(accredited)));
  const changed = sealed.slice();
  changed[accredited.length + 40] = (changed[accredited.length + 40] ?? 0) ^ 1;
  const twice = await sealWith(authority, sealed);
  for (const pdf of [twice, between, changed]) {
    expect(recognise('x', pdf)?.kind).toBe('pdf');
    const { verdict } = await verifyEvidence(nodeEngine, { constancia: pdf }, [acr2SeProfile()]);
    expect(verdict).toBe('invalid');
  }
});

function rootOf(pdf: Uint8Array): string {
  const text = Buffer.from(pdf).toString('latin1');
  const [, size] = /\/Size (\d+)/.exec(text.slice(text.lastIndexOf('trailer'))) ?? [];
  const [root] = /\/Root \d+ 0 R/.exec(text.slice(text.lastIndexOf('trailer'))) ?? [];
  return `/Size ${Math.max(Number(size), 901)} ${root}`;
}

test('a changed byte anywhere in the PDF is refused or leaves the attached files as they were', () => {
  const whole = readPdfFiles(accredited);
  for (let at = 0; at < accredited.length; at += 97) {
    const changed = accredited.slice();
    changed[at] = (changed[at] ?? 0) ^ 1;
    try {
      const files = readPdfFiles(changed);
      for (const [name, bytes] of files) expect(bytes).toHaveLength(whole.get(name)?.length ?? -1);
    } catch (error) {
      expect(error).toBeInstanceOf(ProofError);
    }
  }
});
