import { readdirSync } from 'node:fs';
import { acr2SeProfile, type Evidence, type EvidenceCheck, verifyEvidence } from '@sello/proof';
import { expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { readVector } from '../../../tests/harness/read-vector.ts';
import { CHECK_NAMES, checkReason, checkTitle, isTranslated } from './check-text.ts';

const VECTORS = new URL('../../../tests/vectors/', import.meta.url);

/** Every check of every vector, genuine and forged, with a document and without. */
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
  return checks;
}

test('every check has a name in both languages', async () => {
  const names = new Set((await checksOfAllVectors()).map(({ name }) => name));
  for (const name of names) {
    expect(CHECK_NAMES, name).toContain(name);
    expect(checkTitle(name, 'es')).not.toBe(checkTitle(name, 'en'));
  }
  expect(checkTitle('blockchain.anchor 2.inclusion', 'es')).toBe(
    'La transacción está en el bloque (ancla 2)',
  );
  expect(checkTitle('blockchain.anchor 1.inclusion', 'en')).toBe('The transaction is in the block');
});

test('whatever passes or is not asked says why in Spanish too, and nearly all that fails', async () => {
  const checks = await checksOfAllVectors();
  const untranslated = checks.filter(({ because }) => !isTranslated(because));
  // What is left are remarks on single octets of files that cannot be read at all.
  expect(untranslated.filter(({ outcome }) => outcome !== 'fail')).toEqual([]);
  expect(new Set(untranslated.map(({ because }) => because)).size).toBeLessThan(8);
});

test('a reason begins like a sentence, and one that nobody foresaw is shown as it is', () => {
  expect(checkReason('granted', 'en')).toBe('Granted');
  expect(checkReason('granted', 'es')).toBe('Concedido');
  expect(checkReason('tag 05 at offset 3', 'es')).toBe('Tag 05 at offset 3');
});
