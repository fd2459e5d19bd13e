/** The evidence records of tests/vectors/evidence-records, as verifiers are asked about them. */

import {
  decodePem,
  type ObjectDigest,
  type RecordQuestion,
  type TrustProfile,
} from '../../proof/src/index.ts';
import { nodeEngine } from './node-engine.ts';
import { readVector } from './read-vector.ts';

type Expected = {
  record: string;
  files: readonly string[];
  roots: readonly string[];
  at: string;
  group: boolean;
  ok: boolean;
  bouncyCastle: boolean;
  what: string;
};

export type RecordVector = Expected & {
  bytes: Uint8Array;
  objects: readonly Uint8Array[];
  rootDers: readonly Uint8Array[];
};

const FOLDER = 'evidence-records';
const place = (path: string): string => `${FOLDER}/${path}`;
const textOf = (path: string): string => Buffer.from(readVector(place(path))).toString('latin1');

export function readRecordVectors(): RecordVector[] {
  const expected: Expected[] = JSON.parse(textOf('expected.json'));
  return expected.map((one) => ({
    ...one,
    bytes: readVector(place(one.record)),
    objects: one.files.map((file) => readVector(place(file))),
    rootDers: one.roots.flatMap((root) => decodePem('CERTIFICATE', textOf(root))),
  }));
}

export function digestOf(object: Uint8Array): ObjectDigest {
  return async (hash) => await nodeEngine.digest(hash, object);
}

export function trustIn(roots: readonly Uint8Array[]): TrustProfile {
  return { name: 'the roots given', roots, policies: 'any', toleratedQuirks: [], accredited: false };
}

export function questionOf({ objects, group, at }: RecordVector): RecordQuestion {
  const [first, ...others] = objects.map(digestOf);
  return { objects: [first!, ...others], isWholeGroup: group, at: new Date(at) };
}
