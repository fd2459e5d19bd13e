/** A time stamp over many documents, with the evidence record of one of them: docs/proof-format.md, §15. */

import type { VerdictWord } from '../../proof/src/evidence/evidence-verdict.ts';
import { decodeEvidenceRecord } from '../../proof/src/evidence-records/evidence-record.ts';
import { proofOf } from './stamps.ts';
import { FILE_SHA256, proofVector, readDoc, type Vector } from './vector.ts';

/** The record of hola.txt, one of seven files under one stamp, by an authority made for these vectors. */
const RECORD = readDoc('vectors/shared.ers');
const ROOT = ['--root', 'shared-root.pem'];
const WITH_RECORD = ['--record', 'shared.ers'];
const TOKEN = ['--tsr', 'shared.tsr'];

export async function sharedVectors(): Promise<Vector[]> {
  const stamp = decodeEvidenceRecord(RECORD).chains[0]?.stamps[0];
  const [, sibling] = stamp?.reducedTree ?? [];
  if (stamp === undefined || sibling?.[0] === undefined) throw new Error('shared.ers has no tree');
  const token = Buffer.from(stamp.token.der);
  const changed = Buffer.from(RECORD);
  changed[RECORD.indexOf(sibling[0])]! ^= 1;
  const about =
    (requirement: number, file: string) => (verdict: VerdictWord, because: string, args: string[]) => ({
      requirement,
      file,
      verdict,
      because,
      args,
    });
  const [withToken, withRecord] = [about(98, 'shared.tsr'), about(98, 'shared.ers')];
  const named = {
    requirement: 99,
    verdict: 'unconfirmed',
    because: 'the proof names the first stamp of the record',
  };
  const second = { requirement: 100, because: 'version 2, in its own namespace' };
  const secondXml = await proofOf(token, undefined, undefined, { isShared: true });
  return [
    {
      ...withToken('valid', 'the record leads from the file to the stamp', [
        ...TOKEN,
        ...WITH_RECORD,
        ...ROOT,
        'hola.txt',
      ]),
      bytes: token,
    },
    withToken('valid', 'the SHA-256 of the file', [...TOKEN, ...WITH_RECORD, ...ROOT, '--hash', FILE_SHA256]),
    withToken('invalid', 'the record is missing', [...TOKEN, ...ROOT, 'hola.txt']),
    withToken('invalid', 'the record is of another file', [...TOKEN, ...WITH_RECORD, ...ROOT, 'root.pem']),
    withRecord('valid', 'the record alone', [...WITH_RECORD, ...ROOT, 'hola.txt']),
    withRecord('invalid', 'the record beside another stamp, which is not of the file either', [
      ...['--tsr', 'token.tsr', ...WITH_RECORD, ...ROOT, 'root.pem'],
    ]),
    {
      ...about(98, 'shared-sibling.ers')('invalid', 'a hash of the tree has another bit', [
        ...TOKEN,
        ...['--record', 'shared-sibling.ers', ...ROOT, 'hola.txt'],
      ]),
      bytes: changed,
    },
    proofVector('shared', { ...named, verdict: 'unconfirmed' }, await proofOf(token), [
      ...WITH_RECORD,
      'hola.txt',
    ]),
    proofVector('shared-v2', { ...second, verdict: 'unconfirmed' }, secondXml, [...WITH_RECORD, 'hola.txt']),
    proofVector(
      'shared-v2-namespace',
      { requirement: 100, verdict: 'invalid', because: 'version 2 in the namespace of version 1' },
      Buffer.from(secondXml)
        .toString()
        .replace('urn:sello:blockchain-proof:2', 'urn:sello:blockchain-proof:1'),
      [...WITH_RECORD, 'hola.txt'],
    ),
    about(99, 'stamped.xml')('invalid', 'the proof names another stamp than the record has', [
      ...['--xml', 'stamped.xml', ...WITH_RECORD, 'hola.txt'],
    ]),
  ];
}
