import { fileURLToPath } from 'node:url';
import type { AlgorithmName } from '@sello/proof';
import { askLines } from './python-lines.ts';

const PROGRAM = fileURLToPath(new URL('../interop/verify_evidence_record.py', import.meta.url));

export type RecordLine = {
  record: Uint8Array;
  objects: readonly Uint8Array[];
  roots: readonly Uint8Array[];
  at: Date;
  group?: boolean;
  broken?: readonly { algorithm: AlgorithmName; since: Date }[];
};

/** The verifier in Python, as one process for any number of records; answers come in the order of the questions. */
export async function askPythonAboutRecords(
  questions: readonly RecordLine[],
): Promise<{ verdict: string; because: string }[]> {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return await askLines(
    PROGRAM,
    questions.map(({ record, objects, roots, ...rest }) => ({
      record: base64(record),
      objects: objects.map(base64),
      roots: roots.map(base64),
      ...rest,
    })),
  );
}
