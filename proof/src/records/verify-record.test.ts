import { describe, expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import {
  questionOf,
  type RecordVector,
  readRecordVectors,
  trustIn,
} from '../../../tests/harness/record-vectors.ts';
import { type CryptoEngine, webCryptoEngine } from '../crypto/crypto-engine.ts';
import { type RecordVerdict, verifyEvidenceRecord } from './verify-record.ts';

const VECTORS = readRecordVectors();

function judge(vector: RecordVector, engine: CryptoEngine = nodeEngine): Promise<RecordVerdict> {
  return verifyEvidenceRecord(engine, vector.bytes, questionOf(vector), [trustIn(vector.rootDers)]);
}

function failedIn({ checks }: RecordVerdict): string {
  return checks
    .flatMap(({ name, outcome, because }) => (outcome === 'fail' ? `${name}: ${because}` : []))
    .join('\n');
}

describe('P130 evidence records of other makers', () => {
  test.each(VECTORS.map((vector) => [vector.record, vector] as const))(
    '%s gets the verdict of its table, from two crypto engines',
    async (_, vector) => {
      const verdict = await judge(vector);
      expect(verdict.verdict, `${vector.what}\n${failedIn(verdict)}`).toBe(
        vector.ok ? 'trusted' : 'untrusted',
      );
      const second = await judge(vector, webCryptoEngine);
      expect(second.checks).toEqual(verdict.checks);
    },
  );
});
