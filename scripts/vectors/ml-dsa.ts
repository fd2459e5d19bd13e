/**
 * Notes signed with ML-DSA-44: docs/proof-format.md, §2, step 4. Signing the same text twice gives different
 * signatures, so the genuine ones were made once and are kept in a file beside this one: `node
 * scripts/vectors/ml-dsa.ts` makes them anew.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { verifyMlDsa44 } from '../../proof/src/crypto/ml-dsa-44.ts';
import type { VerdictWord } from '../../proof/src/evidence/evidence-verdict.ts';
import { treeHeadMessage } from '../../proof/src/log/tree-head-message.ts';
import { mlDsaSigner } from '../../tests/harness/ml-dsa-signer.ts';
import { EXAMPLES, LOG_KEY, proofVector, readDoc, type Vector, withNote } from './vector.ts';

const NAME = 'sello.example/log';
const EXAMPLE = readDoc(EXAMPLES[0]).toString();
const NOTE = Buffer.from(/<Note>([^<]+)/.exec(EXAMPLE)?.[1] ?? '', 'base64').toString();
const TEXT = NOTE.slice(0, NOTE.lastIndexOf('\n\n') + 1);
const TIME = 1_772_366_400;
const SIGNED = new URL('ml-dsa-44-signatures.json', import.meta.url);

const signer = await mlDsaSigner(7);
const other = await mlDsaSigner(8);
const stranger = await mlDsaSigner(7, 'other.example/log');
/** The key of the log; its seed is 32 times the octet `07`. */
const ML_DSA_KEY = signer.vkey;

const MESSAGES = {
  own: treeHeadMessage(NAME, 0, TEXT),
  timed: treeHeadMessage(NAME, TIME, TEXT),
  'other-size': treeHeadMessage(NAME, 0, TEXT.replace('\n7\n', '\n8\n')),
  'other-name': treeHeadMessage('other.example/log', 0, TEXT),
  text: Buffer.from(TEXT),
};

type Made = Record<keyof typeof MESSAGES, string>;

async function sign(): Promise<void> {
  const made: Record<string, string> = {};
  for (const [name, message] of Object.entries(MESSAGES))
    made[name] = Buffer.from(await signer.sign(message)).toString('base64');
  writeFileSync(SIGNED, `${JSON.stringify(made, null, 2)}\n`);
}

function signature(name: keyof Made): Buffer {
  const made = JSON.parse(readFileSync(SIGNED, 'utf8')) as Made;
  const bytes = Buffer.from(made[name], 'base64');
  if (!verifyMlDsa44(signer.publicKey, MESSAGES[name], bytes))
    throw new Error(`the signature ${name} is not over its message: node scripts/vectors/ml-dsa.ts`);
  return bytes;
}

const idOf = (vkey: string) => Buffer.from(vkey.split('+')[1] ?? '', 'hex');

/** A signature line: key id, time and signature. */
function line(bytes: Uint8Array, { time = 0, vkey = ML_DSA_KEY, name = NAME } = {}): string {
  const seconds = Buffer.alloc(8);
  seconds.writeBigUInt64BE(BigInt(time));
  return `— ${name} ${Buffer.concat([idOf(vkey), seconds, bytes]).toString('base64')}\n`;
}

type Case = readonly [
  name: string,
  requirement: number,
  verdict: VerdictWord,
  because: string,
  note: string,
  keys?: readonly string[],
];

export function mlDsaVectors(): Vector[] {
  return [...signers(), ...messages(), ...encodings(), ...believed()].map(
    ([name, requirement, verdict, because, note, keys = [ML_DSA_KEY]]) =>
      proofVector(
        name,
        { requirement, verdict, because },
        withNote(() => note)(EXAMPLE),
        keys.flatMap((key) => (key.startsWith('--') ? key.split(' ') : ['--log-key', key])),
      ),
  );
}

function signers(): Case[] {
  const both = NOTE + line(signature('own'));
  const alone = `${TEXT}\n${line(signature('own'))}`;
  const forged = NOTE + line(flipped(signature('own'), 100));
  return [
    ['ml-dsa', 88, 'valid', 'both algorithms signed, and the key of ML-DSA-44 is given', both],
    ['ml-dsa-ed25519', 88, 'valid', 'both signed, and the key of Ed25519 is given', both, [LOG_KEY]],
    ['ml-dsa-both', 88, 'valid', 'both signed, and both keys are given', both, [LOG_KEY, ML_DSA_KEY]],
    ['ml-dsa-alone', 88, 'valid', 'only ML-DSA-44 signed', alone],
    [
      'ml-dsa-one-of-two',
      88,
      'valid',
      'only ML-DSA-44 signed, and both keys are given',
      alone,
      [LOG_KEY, ML_DSA_KEY],
    ],
    ['ml-dsa-none', 88, 'invalid', 'only Ed25519 signed, and the key of ML-DSA-44 is given', NOTE],
    ['ml-dsa-other', 88, 'invalid', 'another key of ML-DSA-44 is given', both, [other.vkey]],
    [
      'ml-dsa-unknown',
      39,
      'valid',
      'an invalid line of ML-DSA-44, whose key is not given',
      forged,
      [LOG_KEY],
    ],
    [
      'ml-dsa-forged',
      38,
      'invalid',
      'an invalid line of ML-DSA-44, whose key is given',
      forged,
      [LOG_KEY, ML_DSA_KEY],
    ],
  ];
}

function messages(): Case[] {
  const own = signature('own');
  const alone = (lines: string, text = TEXT) => `${text}\n${lines}`;
  const named = { vkey: stranger.vkey, name: 'other.example/log' };
  return [
    [
      'ml-dsa-time',
      89,
      'valid',
      'the signature states a time',
      alone(line(signature('timed'), { time: TIME })),
    ],
    [
      'ml-dsa-further-line',
      89,
      'valid',
      'a fourth line, which ML-DSA-44 does not sign',
      alone(line(own), `${TEXT}Timestamp: 1\n`),
    ],
    ['ml-dsa-time-changed', 89, 'invalid', 'another time than was signed', alone(line(own, { time: TIME }))],
    ['ml-dsa-other-size', 89, 'invalid', 'signed over another size', alone(line(signature('other-size')))],
    ['ml-dsa-text', 89, 'invalid', 'signed over the text, as Ed25519 does', alone(line(signature('text')))],
    [
      'ml-dsa-other-name',
      89,
      'invalid',
      'signed under the name of another log, and the key bears this name',
      alone(line(signature('other-name'))),
    ],
    [
      'ml-dsa-strange-key',
      89,
      'invalid',
      'the key, and the line, bear the name of another log',
      alone(line(signature('other-name'), named)),
      [stranger.vkey],
    ],
  ];
}

/**
 * The octets of a signature: 32 of the challenge, 2304 of z, 80 positions of hints, and 4 that say where the hints of
 * each polynomial end.
 */
const [Z_AT, HINTS_AT, ENDS_AT] = [32, 2336, 2416];

function encodings(): Case[] {
  const own = signature('own');
  const alone = (bytes: Uint8Array) => `${TEXT}\n${line(bytes)}`;
  return [
    ['ml-dsa-challenge', 90, 'invalid', 'a bit of the challenge is another one', alone(flipped(own, 3))],
    ['ml-dsa-z', 90, 'invalid', 'a bit of z is another one', alone(flipped(own, Z_AT + 1000))],
    [
      'ml-dsa-z-large',
      90,
      'invalid',
      'a coefficient of z is 131,072',
      alone(changed(own, Z_AT, [0, 0, (own[Z_AT + 2] ?? 0) & 0xfc])),
    ],
    ['ml-dsa-hints-swapped', 90, 'invalid', 'two hints in falling order', alone(swapped(own))],
    [
      'ml-dsa-hints-left-over',
      90,
      'invalid',
      'an octet behind the last hint',
      alone(changed(own, ENDS_AT - 1, [1])),
    ],
    ['ml-dsa-hints-many', 90, 'invalid', 'the number of hints is 81', alone(changed(own, ENDS_AT + 3, [81]))],
    ['ml-dsa-short', 90, 'invalid', 'a signature of 2427 bytes', alone(own.subarray(0, -1))],
    ['ml-dsa-long', 90, 'invalid', 'a signature of 2429 bytes', alone(Buffer.concat([own, Buffer.of(0)]))],
  ];
}

function believed(): Case[] {
  const both = NOTE + line(signature('own'));
  const keys = [LOG_KEY, ML_DSA_KEY];
  const broken = (...names: string[]) => names.map((name) => `--broken ${name}@2026-01-01`);
  return [
    [
      'ml-dsa-ed25519-broken',
      91,
      'valid',
      'Ed25519 counts as broken, and ML-DSA-44 signed too',
      both,
      [...keys, ...broken('Ed25519')],
    ],
    [
      'ml-dsa-broken',
      91,
      'valid',
      'ML-DSA counts as broken, and Ed25519 signed too',
      both,
      [...keys, ...broken('ML-DSA')],
    ],
    [
      'ml-dsa-both-broken',
      91,
      'invalid',
      'both count as broken',
      both,
      [...keys, ...broken('ML-DSA', 'Ed25519')],
    ],
    [
      'ml-dsa-broken-alone',
      91,
      'invalid',
      'ML-DSA counts as broken, and only its key is given',
      both,
      [ML_DSA_KEY, ...broken('ML-DSA')],
    ],
    [
      'ml-dsa-forged-ed25519',
      91,
      'valid',
      'Ed25519 counts as broken, so its invalid line counts as that of nobody',
      NOTE.replace(
        /(.{20})=\n$/,
        (_, part: string) => `${part.replace(/./, (letter) => (letter === 'A' ? 'B' : 'A'))}=\n`,
      ) + line(signature('own')),
      [...keys, ...broken('Ed25519')],
    ],
  ];
}

function flipped(bytes: Buffer, at: number): Buffer {
  return changed(bytes, at, [(bytes[at] ?? 0) ^ 1]);
}

function changed(bytes: Buffer, at: number, to: readonly number[]): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(to, at);
  return copy;
}

function swapped(bytes: Buffer): Buffer {
  if ((bytes[ENDS_AT] ?? 0) < 2) throw new Error('the first row has no two hints: sign again');
  return changed(bytes, HINTS_AT, [bytes[HINTS_AT + 1] ?? 0, bytes[HINTS_AT] ?? 0]);
}

if (import.meta.main) await sign();
