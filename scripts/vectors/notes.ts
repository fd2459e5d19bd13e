/** The signed note of a checkpoint: docs/proof-format.md, §2, step 4. */

import { createHash } from 'node:crypto';
import type { VerdictWord } from '../../proof/src/evidence/evidence-verdict.ts';
import { sampleSigner } from '../../tests/harness/sample-proof.ts';
import {
  challenge,
  movedKey,
  NEUTRAL_KEY,
  NEUTRAL_KEY_AGAIN,
  publicKey,
  scalarOf,
  signed,
  withLargeScalar,
} from './ed25519.ts';
import { EXAMPLES, LOG_KEY, OTHER_LOG_KEY, proofVector, readDoc, type Vector, withNote } from './vector.ts';

const NAME = 'sello.example/log';
const EXAMPLE = readDoc(EXAMPLES[0]).toString();
const NOTE = Buffer.from(/<Note>([^<]+)/.exec(EXAMPLE)?.[1] ?? '', 'base64').toString();
const TEXT = NOTE.slice(0, NOTE.lastIndexOf('\n\n') + 1);
const OWN_LINE = NOTE.slice(NOTE.lastIndexOf('\n\n') + 2);

export async function noteVectors(): Promise<Vector[]> {
  return [...(await texts()), ...lines(), ...(await keys()), ...curve()];
}

type Case = readonly [
  name: string,
  requirement: number,
  verdict: VerdictWord,
  because: string,
  note: string | Buffer,
];

function about(cases: readonly Case[], ...args: string[]): Vector[] {
  return cases.map(([name, requirement, verdict, because, note]) =>
    proofVector(name, { requirement, verdict, because }, withNote(() => note)(EXAMPLE), args),
  );
}

/** A signature line of a key that is given to no verifier. */
const strangersLine = (name = 'witness.example/w', bytes = 76) =>
  `— ${name} ${Buffer.alloc(bytes, 7).toString('base64')}\n`;

/** A note with this text, signed with the log's own key. */
async function signedText(text: string): Promise<string> {
  const { sign } = await sampleSigner(7);
  return `${text}\n— ${NAME} ${Buffer.concat([Buffer.from('8c20f99a', 'hex'), await sign(Buffer.from(text))]).toString('base64')}\n`;
}

async function texts(): Promise<Vector[]> {
  const [, size = '', root = ''] = TEXT.split('\n');
  const text = (...of: string[]) => signedText(`${of.join('\n')}\n`);
  return about(
    [
      [
        'note-extension',
        34,
        'valid',
        'a fourth line, which says something else',
        await text(NAME, size, root, 'Timestamp: 1'),
      ],
      [
        'note-extension-empty',
        34,
        'invalid',
        'an empty line in the text',
        await text(NAME, size, root, '', 'x'),
      ],
      ['note-size-zero', 34, 'invalid', 'the size has a leading zero', await text(NAME, `0${size}`, root)],
      ['note-two-lines', 34, 'invalid', 'the root is missing', await text(NAME, size)],
      [
        'note-root-short',
        34,
        'invalid',
        'the root has 31 bytes',
        await text(NAME, size, Buffer.alloc(31).toString('base64')),
      ],
    ],
    '--log-key',
    LOG_KEY,
  );
}

function lines(): Vector[] {
  const longest = 65_536;
  const sized = (bytes: number) => {
    const rest = bytes - Buffer.byteLength(NOTE) - Buffer.byteLength(strangersLine('x', 6)) + 1;
    return NOTE + strangersLine('x'.repeat(rest), 6);
  };
  return about([
    ['note-most', 18, 'unconfirmed', 'a note of 65,536 bytes', sized(longest)],
    ['note-beyond', 18, 'invalid', 'a note of 65,537 bytes', sized(longest + 1)],
    ['note-lines-most', 18, 'unconfirmed', '32 signature lines', NOTE + strangersLine().repeat(31)],
    ['note-lines-beyond', 18, 'invalid', '33 signature lines', NOTE + strangersLine().repeat(32)],
    [
      'note-line-unknown-key',
      35,
      'unconfirmed',
      'a line of a key that nobody knows, of another kind',
      NOTE + strangersLine(undefined, 5),
    ],
    [
      'note-name-accent',
      35,
      'unconfirmed',
      'the name of a key with letters of other languages',
      NOTE + strangersLine('testigo.ñandú/日本'),
    ],
    [
      'note-name-no-break-space',
      35,
      'invalid',
      'U+00A0 in the name of a key',
      NOTE + strangersLine('a\u00a0b'),
    ],
    ['note-name-next-line', 35, 'invalid', 'U+0085 in the name of a key', NOTE + strangersLine('a\u0085b')],
    [
      'note-name-ideographic-space',
      35,
      'invalid',
      'U+3000 in the name of a key',
      NOTE + strangersLine('a\u3000b'),
    ],
    [
      'note-name-byte-order-mark',
      35,
      'invalid',
      'U+FEFF in the name of a key',
      NOTE + strangersLine('a\ufeffb'),
    ],
    ['note-name-plus', 35, 'invalid', 'a plus sign in the name of a key', NOTE + strangersLine('a+b')],
    [
      'note-line-two-spaces',
      35,
      'invalid',
      'two spaces in a signature line',
      NOTE + strangersLine().replace('w ', 'w  '),
    ],
    [
      'note-line-hyphen',
      35,
      'invalid',
      'a hyphen in place of the dash',
      NOTE + strangersLine().replace('—', '-'),
    ],
    [
      'note-line-short',
      35,
      'invalid',
      'four bytes: a key id without a signature',
      NOTE + strangersLine(undefined, 4),
    ],
    [
      'note-line-base64',
      35,
      'invalid',
      'base64 without its padding',
      NOTE + strangersLine(undefined, 77).replaceAll('=', ''),
    ],
    ['note-no-signature', 35, 'invalid', 'no signature line', TEXT],
    ['note-no-last-newline', 35, 'invalid', 'no newline at the end', NOTE.slice(0, -1)],
    ['note-tab', 36, 'invalid', 'a tab in the text', NOTE.replace('\n\n', '\n\tx\n\n')],
    [
      'note-carriage-return',
      36,
      'invalid',
      'lines that end with a carriage return',
      NOTE.replaceAll('\n', '\r\n'),
    ],
    [
      'note-not-utf-8',
      36,
      'invalid',
      'an octet that UTF-8 does not have',
      Buffer.concat([Buffer.from(NOTE), Buffer.from('— x'), Buffer.of(0xff), Buffer.from(' AAAAAAAA\n')]),
    ],
  ]);
}

async function keys(): Promise<Vector[]> {
  const other = await sampleSigner(8);
  const signature = async (seed: number) => (await sampleSigner(seed)).sign(Buffer.from(TEXT));
  const line = (id: string, bytes: Uint8Array) =>
    `— ${NAME} ${Buffer.concat([Buffer.from(id, 'hex'), bytes]).toString('base64')}\n`;
  const idOf = (vkey: string) => vkey.split('+')[1] ?? '';
  if (other.vkey !== OTHER_LOG_KEY) throw new Error(`the other key is ${other.vkey}`);
  const both = NOTE + line(idOf(OTHER_LOG_KEY), await signature(8));
  const forged = NOTE + line(idOf(OTHER_LOG_KEY), await signature(9));
  const one = ['--log-key', LOG_KEY];
  const two = [...one, '--log-key', OTHER_LOG_KEY];
  const own = (bytes: Uint8Array) => `${TEXT}\n${line('8c20f99a', bytes)}`;
  const genuine = Buffer.from(await signature(7));
  return [
    ...about([['note-two-keys', 37, 'valid', 'two keys signed, and one of them is given', both]], ...one),
    ...about([['note-two-keys-both', 37, 'valid', 'two keys signed, and both are given', both]], ...two),
    ...about([['note-one-of-two', 37, 'valid', 'one key signed, and another is given too', NOTE]], ...two),
    ...about(
      [['note-other-key', 37, 'invalid', 'only a key that did not sign is given', NOTE]],
      '--log-key',
      OTHER_LOG_KEY,
    ),
    ...about(
      [
        [
          'note-forged-unknown',
          39,
          'valid',
          'an invalid line of a key that is not given, though it has the name of the log',
          forged,
        ],
      ],
      ...one,
    ),
    ...about(
      [
        [
          'note-forged-known',
          38,
          'invalid',
          'an invalid line of a key that is given, beside a good one',
          forged,
        ],
      ],
      ...two,
    ),
    ...about([['note-line-twice', 38, 'valid', 'the same signature line twice', NOTE + OWN_LINE]], ...one),
    ...about(
      [
        [
          'note-signature-flipped',
          38,
          'invalid',
          'a bit of the signature is another one',
          own(Buffer.concat([genuine.subarray(0, 63), Buffer.of(genuine[63]! ^ 1)])),
        ],
        ['note-signature-short', 40, 'invalid', 'a signature of 63 bytes', own(genuine.subarray(0, 63))],
        [
          'note-signature-long',
          40,
          'invalid',
          'a signature of 65 bytes',
          own(Buffer.concat([genuine, Buffer.of(0)])),
        ],
        ['ed25519-large-scalar', 40, 'invalid', 'S is L more than it was', own(withLargeScalar(genuine))],
        [
          'ed25519-neutral-point',
          40,
          'invalid',
          'R is the point of order one',
          own(signed(0n, scalarOf(Buffer.alloc(32, 7)), publicKey(scalarOf(Buffer.alloc(32, 7))), TEXT)),
        ],
      ],
      ...one,
    ),
    ...malformedKeys(),
  ];
}

function malformedKeys(): Vector[] {
  const [name = '', , ...rest] = LOG_KEY.split('+');
  const data = Buffer.from(rest.join('+'), 'base64');
  const key = (id: string, bytes: Uint8Array, named = name) =>
    `${named}+${id}+${Buffer.from(bytes).toString('base64')}`;
  const cases: [string, string][] = [
    ['the id is not that of the key', key('8c20f99b', data)],
    ['the id is in upper case', key('8C20F99A', data)],
    ['the type is that of a witness', vkeyOf(data.subarray(1), 4)],
    ['a key of 31 bytes', vkeyOf(data.subarray(2))],
    ['no key at all', 'x'],
  ];
  return cases.map(([because, vkey]) => ({
    requirement: 41,
    file: `../${EXAMPLES[0]}`,
    verdict: 'invalid',
    because,
    args: ['--xml', `../${EXAMPLES[0]}`, '--log-key', vkey],
  }));
}

function vkeyOf(key: Uint8Array, type = 1): string {
  const data = Buffer.concat([Buffer.of(type), key]);
  const id = createHash('sha256').update(`${NAME}\n`).update(data).digest('hex').slice(0, 8);
  return `${NAME}+${id}+${data.toString('base64')}`;
}

/** Signatures by keys that are points of the curve but that no honest signer would make. */
function curve(): Vector[] {
  const scalar = scalarOf(Buffer.alloc(32, 7));
  const moved = movedKey(scalar);
  // The point added to the key has no effect if the verifier multiplies by the cofactor, or the challenge is a multiple
  // of eight.
  const nonceFor = (isMultiple: boolean) => {
    for (let nonce = 1n; ; nonce += 1n) {
      const point = signed(nonce, scalar, moved, TEXT).subarray(0, 32);
      if ((challenge(point, moved, TEXT) % 8n === 0n) === isMultiple) return nonce;
    }
  };
  const cases: [string, VerdictWord, string, Buffer, Buffer][] = [
    [
      'ed25519-small-order-key',
      'invalid',
      'the key is the point of order one',
      NEUTRAL_KEY,
      signed(5n, 0n, NEUTRAL_KEY, TEXT),
    ],
    [
      'ed25519-second-spelling',
      'invalid',
      'the point of order one, with the prime added',
      NEUTRAL_KEY_AGAIN,
      signed(5n, 0n, NEUTRAL_KEY_AGAIN, TEXT),
    ],
    [
      'ed25519-cofactor',
      'invalid',
      'the equation holds only when it is multiplied by the cofactor',
      moved,
      signed(nonceFor(false), scalar, moved, TEXT),
    ],
    [
      'ed25519-no-cofactor',
      'valid',
      'the key has a part of small order, and the equation holds as it is',
      moved,
      signed(nonceFor(true), scalar, moved, TEXT),
    ],
    [
      'ed25519-not-on-curve',
      'invalid',
      'the key is no point of the curve',
      Buffer.alloc(32, 2),
      signed(5n, 0n, NEUTRAL_KEY, TEXT),
    ],
  ];
  return cases.flatMap(([name, verdict, because, key, signature]) => {
    const vkey = vkeyOf(key);
    const id = Buffer.from(vkey.split('+')[1] ?? '', 'hex');
    const note = `${TEXT}\n— ${NAME} ${Buffer.concat([id, signature]).toString('base64')}\n`;
    return about([[name, 40, verdict, because, note]], '--log-key', vkey);
  });
}
