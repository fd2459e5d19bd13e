/** The answers of a verifier, depending on what it is given: docs/proof-format.md, §6 and §10. */

import { createHash } from 'node:crypto';
import type { VerdictWord } from '../../proof/src/evidence/evidence-verdict.ts';
import {
  EXAMPLES,
  FILE_SHA256,
  LOG_KEY,
  OTHER_LOG_KEY,
  proofVector,
  readDoc,
  type Vector,
} from './vector.ts';

const EXAMPLE = `../${EXAMPLES[0]}`;
const BLOCK = /<Block hash="([0-9a-f]+)"/.exec(readDoc(EXAMPLES[0]).toString())?.[1] ?? '';
const OTHER_BLOCK = 'ff'.repeat(32);

const about = (
  file: string,
  requirement: number,
  verdict: VerdictWord,
  because: string,
  ...args: string[]
): Vector => ({
  requirement,
  file,
  verdict,
  because,
  args: ['--xml', file, ...args],
});

export function verdictVectors(): Vector[] {
  const key = ['--log-key', LOG_KEY];
  const otherKey = ['--log-key', OTHER_LOG_KEY];
  const block = ['--trusted-block', BLOCK];
  const broken = (...given: string[]) => given.flatMap((each) => ['--broken', each]);
  const of = (requirement: number, verdict: VerdictWord, because: string, ...args: string[]) =>
    about(EXAMPLE, requirement, verdict, because, ...args);
  return [
    of(62, 'valid', 'a key of the log signed', ...key),
    of(62, 'invalid', 'another key is given', ...otherKey),
    of(63, 'valid', 'the block is trusted', ...block),
    of(63, 'invalid', 'another block is trusted', '--trusted-block', OTHER_BLOCK),
    of(
      63,
      'valid',
      'two blocks are trusted, and it is one of them',
      ...block,
      '--trusted-block',
      OTHER_BLOCK,
    ),
    of(64, 'unconfirmed', 'nothing is given that it could reach'),
    about('pending.xml', 65, 'unconfirmed', 'a pending proof, with a key of the log', ...key),
    about('pending.xml', 65, 'invalid', 'a pending proof is in no block', ...block),
    of(66, 'invalid', 'the key signed, but another block is trusted', ...key, '--trusted-block', OTHER_BLOCK),
    of(66, 'invalid', 'the block is trusted, but another key is given', ...block, ...otherKey),
    of(66, 'invalid', 'the key signed, but it is about another document', ...key, '--hash', '00'.repeat(32)),
    of(66, 'valid', 'key, block and document', ...key, ...block, '--hash', FILE_SHA256),
    of(68, 'invalid', 'SHA-256 counts as broken', ...key, ...broken('SHA-256@2026-01-01')),
    of(68, 'invalid', 'Keccak-256 counts as broken', ...key, ...broken('Keccak-256@2026-01-01')),
    of(
      68,
      'invalid',
      'Ed25519 counts as broken, and a key of the log is given',
      ...key,
      ...broken('Ed25519@2026-01-01'),
    ),
    of(68, 'unconfirmed', 'Ed25519 counts as broken, and no key is given', ...broken('Ed25519@2026-01-01')),
    of(68, 'valid', 'RSA counts as broken', ...key, ...broken('RSA@2026-01-01')),
    of(
      68,
      'invalid',
      'SHA-256 counts as broken on a day to come',
      ...key,
      ...broken('SHA-256@2080-01-01'),
      '--as-of',
      '2090-01-01',
    ),
    about(
      'header-rule-bitcoin.xml',
      68,
      'valid',
      'Keccak-256 counts as broken, and the anchor is in Bitcoin',
      ...key,
      ...broken('Keccak-256@2026-01-01'),
    ),
    ...originStamp(key, block),
  ];
}

/** A tree of two hashes, in the format of another service. */
function originStamp(key: string[], block: string[]): Vector[] {
  const sibling = 'ab'.repeat(32);
  const root = createHash('sha256')
    .update(FILE_SHA256 + sibling)
    .digest('hex');
  const xml = (top: string, left: string) =>
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><node value="${top}" type="key"><left value="${left}" type="hash"/><right value="${sibling}" type="mesh"/></node>`;
  const name = 'originstamp';
  const of = (verdict: VerdictWord, because: string, ...args: string[]) =>
    about(`${name}.xml`, 69, verdict, because, ...args);
  return [
    proofVector(
      name,
      { requirement: 69, verdict: 'unconfirmed', because: 'a file of OriginStamp' },
      xml(root, FILE_SHA256),
      ['--hash', FILE_SHA256],
    ),
    of('invalid', 'another document', '--hash', '00'.repeat(32)),
    of('invalid', 'a key of a log is given, which signs nothing here', ...key),
    of('invalid', 'a block is given, and it names none', ...block),
    proofVector(
      'originstamp-root',
      { requirement: 69, verdict: 'invalid', because: 'the root is not the hash of the two' },
      xml(
        root.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
        FILE_SHA256,
      ),
    ),
  ];
}
