import { readdirSync } from 'node:fs';
import {
  acr2SeProfile,
  type Evidence,
  type EvidenceCheck,
  encodeProofXml,
  verifyEvidence,
} from '@sello/proof';
import { expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { pdfStampVectors } from '../../../tests/harness/pdf-stamp-vectors.ts';
import { readVector } from '../../../tests/harness/read-vector.ts';
import { digestOf, readRecordVectors, trustIn } from '../../../tests/harness/record-vectors.ts';
import { makeBitcoinAnchor, makeEthereumAnchor, makeSample } from '../../../tests/harness/sample-proof.ts';
import { checkReason, isTranslated } from './check-text.ts';
import { CHECK_NAMES, checkTitle } from './check-titles.ts';

const VECTORS = new URL('../../../tests/vectors/', import.meta.url);

/** Proofs made here: some are valid, and the others contradict themselves in each way that no vector covers. */
async function ownProofs(): Promise<Evidence[]> {
  const tsr = readVector('commercial/digicert-2024.tsr');
  const early = { timeSeconds: 1_500_000_000 };
  const samples = [
    await makeSample(),
    await makeSample({ status: 'pending', anchors: () => [] }),
    await makeSample({ anchors: (log) => [makeBitcoinAnchor(log), makeEthereumAnchor(log, early)] }),
    await makeSample({ anchors: (log) => [makeEthereumAnchor(log), makeEthereumAnchor(log, early)] }),
  ];
  const [{ proof }] = samples as [(typeof samples)[0], ...typeof samples];
  const stranger = await makeSample({ leaves: 4, index: 1 });
  const proofs = [
    ...samples.map((sample) => sample.proof),
    { ...proof, anchors: stranger.proof.anchors },
    { ...proof, anchors: proof.anchors.map((anchor) => ({ ...anchor, network: 'eip155:5' })) },
  ];
  return proofs.flatMap((each) => {
    const xml = encodeProofXml(each);
    const demands = { logKeys: [samples[0]?.vkey ?? ''], trustedBlocks: [{ hash: new Uint8Array(32) }] };
    return [{ xml }, { xml, tsr }, { xml, ...demands }, { tsr, ...demands }];
  });
}

/** All checks of all vectors, genuine and forged, each with and without a document, and of the proofs made here. */
async function checksOfAllVectors(): Promise<EvidenceCheck[]> {
  const files = ['nom151', 'commercial', 'negative', 'blockchain-xml'].flatMap((folder) =>
    readdirSync(new URL(folder, VECTORS)).map((name) => `${folder}/${name}`),
  );
  const documents: Pick<Evidence, 'digest'>[] = [{}, { digest: async () => new Uint8Array(32) }];
  const checks: EvidenceCheck[] = [];
  for (const file of files.filter((name) => /\.(?:tsr|tst|xml)$/.test(name))) {
    for (const document of documents) {
      const evidence = file.endsWith('.xml') ? { xml: readVector(file) } : { tsr: readVector(file) };
      checks.push(
        ...(await verifyEvidence(nodeEngine, { ...evidence, ...document }, [acr2SeProfile()])).checks,
      );
    }
  }
  for (const { bytes: record, objects, rootDers, at } of readRecordVectors()) {
    const [object] = objects.map(digestOf);
    for (const digest of [object, async () => new Uint8Array(32), async () => undefined]) {
      const evidence = { record, now: new Date(at), ...(digest && { digest }) };
      checks.push(...(await verifyEvidence(nodeEngine, evidence, [trustIn(rootDers)])).checks);
    }
  }
  for (const { pdf, original, trust } of pdfStampVectors()) {
    for (const document of [undefined, original, pdf, new Uint8Array(1)]) {
      const digest = document && { digest: async () => nodeEngine.digest('SHA-256', document) };
      checks.push(...(await verifyEvidence(nodeEngine, { pdf, ...digest }, [trust])).checks);
    }
  }
  for (const name of readdirSync(new URL('asic', VECTORS))) {
    const evidence = { asic: readVector(`asic/${name}`), now: new Date('2026-11-19') };
    for (const document of documents)
      checks.push(...(await verifyEvidence(nodeEngine, { ...evidence, ...document }, [])).checks);
  }
  for (const evidence of await ownProofs())
    checks.push(...(await verifyEvidence(nodeEngine, evidence, [acr2SeProfile()])).checks);
  return checks;
}

test('every check has a name in both languages', async () => {
  const names = new Set((await checksOfAllVectors()).map(({ name }) => name));
  for (const name of names) {
    expect(CHECK_NAMES).toContain(name.replace(/anchor \d+\./, ''));
    expect(checkTitle(name, 'pass', 'es')).not.toBe(checkTitle(name, 'pass', 'en'));
  }
  expect(checkTitle('blockchain.anchor 2.inclusion', 'pass', 'es')).toBe(
    'La transacción está en el bloque (ancla 2)',
  );
  expect(checkTitle('blockchain.anchor 1.inclusion', 'pass', 'en')).toBe('The transaction is in the block');
});

test('a check that fails is titled by what failed, and a tolerated one never by what holds', () => {
  for (const name of CHECK_NAMES) {
    for (const language of ['es', 'en'] as const) {
      const holds = checkTitle(name, 'pass', language);
      for (const outcome of ['fail', 'tolerated', 'unconfirmed'] as const)
        expect(checkTitle(name, outcome, language)).not.toContain(holds);
    }
  }
  expect(checkTitle('timestamp.signature', 'fail', 'en')).toBe('The signature is not authentic');
  expect(checkTitle('timestamp.certificate_profile', 'tolerated', 'es')).toBe(
    'El certificado no es solo para sellar tiempo: se tolera a este prestador',
  );
});

test('whatever passes or is not asked says why in Spanish too, and nearly all that fails', async () => {
  const checks = await checksOfAllVectors();
  const untranslated = checks.filter(({ because }) => !isTranslated(because));
  // The untranslated reasons concern single octets of files that cannot be read at all.
  expect(untranslated.filter(({ outcome }) => outcome !== 'fail')).toEqual([]);
  expect(new Set(untranslated.map(({ because }) => because)).size).toBeLessThan(8);
});

test('what the browser cannot check for want of an algorithm is said in both languages, and never as a forgery', () => {
  const because = 'signed with ML-DSA-65, which this program cannot check';
  expect(checkReason(because, 'es')).toBe('Firmado con ML-DSA-65, que este programa no puede comprobar');
  expect(isTranslated(`no certificate leads from "Unit" to a root of Own: "Unit": ${because}`)).toBe(true);
  expect(checkTitle('timestamp.signature', 'unconfirmed', 'es')).toBe('Este navegador no puede comprobarlo');
  expect(checkTitle('timestamp.chain', 'unconfirmed', 'en')).toBe('The chain ends at no trusted root');
});

test('a reason begins like a sentence, and one that nobody foresaw is shown as it is', () => {
  expect(checkReason('granted', 'en')).toBe('Granted');
  expect(checkReason('granted', 'es')).toBe('Concedido');
  expect(checkReason('tag 05 at offset 3', 'es')).toBe('Tag 05 at offset 3');
});
