/** P110: the library and the Python refuse the same damaged time stamps and the same odd signatures. */

import { readdirSync, readFileSync } from 'node:fs';
import { decodeTimestampResponse, encodeNoteKey, verifyEvidence } from '@sello/proof';
import { expect, test } from 'vitest';
import { encodeProofXml } from '../../proof/src/anchors/proof-xml.ts';
import { encodeUtf8, parseBase64 } from '../../proof/src/encoding/bytes.ts';
import { decodeNote, encodeNote } from '../../proof/src/log/signed-note.ts';
import { nodeEngine } from '../harness/node-engine.ts';
import { askPython, type PythonQuestion } from '../harness/python-verifier.ts';
import { makeSample, sha256 } from '../harness/sample-proof.ts';
import { createTestAuthority } from '../harness/test-authority.ts';

const FILE = sha256(encodeUtf8('hola\n'));
const authority = await createTestAuthority('ecdsa-p256-sha256');
const RESPONSE = Buffer.from(await authority.stamp(FILE));
const TOKEN = Buffer.from(decodeTimestampResponse(RESPONSE).token!.der);

// ── A small DER writer that can also write what DER forbids ─────────────────────────────────────

type Tree = { tag: number; content: Buffer | Tree[] };

function read(der: Buffer): Tree {
  const [tag = 0, first = 0] = der;
  const size = first < 0x80 ? 0 : first & 0x7f;
  const content = der.subarray(2 + size);
  if (!(tag & 0x20)) return { tag, content };
  const children: Tree[] = [];
  for (let at = 0; at < content.length; ) {
    const octets = content[at + 1]! < 0x80 ? 0 : content[at + 1]! & 0x7f;
    const length = octets === 0 ? content[at + 1]! : content.readUIntBE(at + 2, octets);
    children.push(read(content.subarray(at, at + 2 + octets + length)));
    at += 2 + octets + length;
  }
  return { tag, content: children };
}

function write({ tag, content }: Tree): Buffer {
  return element(tag, Array.isArray(content) ? Buffer.concat(content.map(write)) : content);
}

function element(tag: number, body: Buffer, padding = 0): Buffer {
  const octets = Buffer.from(
    body.length.toString(16).padStart(2 * (padding + (body.length > 255 ? 2 : 1)), '0'),
    'hex',
  );
  const isShort = body.length < 0x80 && padding === 0;
  return Buffer.concat([
    Buffer.of(tag),
    isShort ? octets : Buffer.concat([Buffer.of(0x80 | octets.length), octets]),
    body,
  ]);
}

/**
 * The token with a change to its tree. If the signed information changes, the signature no longer covers its digest.
 */
function changed(change: (token: Tree) => void): Buffer {
  const tree = read(TOKEN);
  change(tree);
  return write(tree);
}

const at = (tree: Tree, ...path: number[]): Tree =>
  path.reduce((found, i) => (found.content as Tree[]).at(i)!, tree);
const SIGNED_DATA = [1, 0] as const;
const NULL: Tree = { tag: 0x05, content: Buffer.alloc(0) };
const push = (tree: Tree, child: Tree) => (tree.content as Tree[]).push(child);
const response = (status: Buffer, ...rest: Buffer[]) => element(0x30, Buffer.concat([status, ...rest]));
const status = (number: number, ...rest: Buffer[]) =>
  element(0x30, Buffer.concat([element(0x02, Buffer.of(number)), ...rest]));

/** The token with changed content: the message digest no longer matches, unless another check fails first. */
const inInfo = (change: (info: Tree) => void) =>
  changed((token) => {
    const holder = at(token, ...SIGNED_DATA, 2, 1, 0);
    const info = read(holder.content as Buffer);
    change(info);
    holder.content = write(info);
  });

const DAMAGED: Readonly<Record<string, Buffer>> = {
  'bytes after the response': Buffer.concat([RESPONSE, Buffer.of(0)]),
  'a second response after it': Buffer.concat([RESPONSE, RESPONSE]),
  'cut short': RESPONSE.subarray(0, -1),
  'a rejection that brings a token': response(status(2), TOKEN),
  'a token that waits': response(status(3), TOKEN),
  'granted, with a failure': response(status(0, element(0x03, Buffer.of(5, 0x20))), TOKEN),
  'granted, with a malformed failure': response(status(0, element(0x03, Buffer.of(9, 0x00))), TOKEN),
  'two tokens': response(status(0), TOKEN, TOKEN),
  'granted without a token': response(status(0)),
  'a status that is padded': response(element(0x30, element(0x02, Buffer.of(0, 0))), TOKEN),
  'a negative status': response(element(0x30, element(0x02, Buffer.of(0xff))), TOKEN),
  'a length that is not the shortest': element(
    0x30,
    Buffer.concat((read(TOKEN).content as Tree[]).map(write)),
    1,
  ),
  'an indefinite length': Buffer.concat([
    Buffer.of(0x30, 0x80),
    ...(read(TOKEN).content as Tree[]).map(write),
    Buffer.of(0, 0),
  ]),
  'a field after the signed data': changed((token) => push(token, NULL)),
  'a field in the signed data': changed((token) => push(at(token, ...SIGNED_DATA), NULL)),
  'a second value in an explicit tag': changed((token) => push(at(token, 1), NULL)),
  'another content type': changed((token) => {
    at(token, 0).content = Buffer.from('2a864886f70d010701', 'hex');
  }),
  'another signed content type': changed((token) => {
    at(token, ...SIGNED_DATA, 2, 0).content = Buffer.from('2a864886f70d010701', 'hex');
  }),
  'another version': changed((token) => {
    at(token, ...SIGNED_DATA, 0).content = Buffer.of(1);
  }),
  'no signer': changed((token) => {
    at(token, ...SIGNED_DATA, -1).content = [];
  }),
  'two signers': changed((token) => push(at(token, ...SIGNED_DATA, -1), at(token, ...SIGNED_DATA, -1, 0))),
  'a signed attribute twice': changed((token) => {
    const attributes = at(token, ...SIGNED_DATA, -1, 0, 3);
    push(attributes, at(attributes, 0));
  }),
  'a certificate of an unknown kind': changed((token) =>
    push(at(token, ...SIGNED_DATA, 3), { tag: 0xa3, content: [NULL] }),
  ),
  'a string in parts': changed((token) => {
    const explicit = at(token, ...SIGNED_DATA, 2, 1);
    explicit.content = [{ tag: 0x24, content: [at(explicit, 0)] }];
  }),
  'another imprint': inInfo((info) => {
    at(info, 2, 1).content = Buffer.alloc(32);
  }),
  'another time': inInfo((info) => {
    at(info, 4).content = Buffer.from('20200301120000Z');
  }),
  'a day that does not exist': inInfo((info) => {
    at(info, 4).content = Buffer.from('20260231120000Z');
  }),
  'a field after the information': inInfo((info) => push(info, NULL)),
  'a serial number that is padded': inInfo((info) => {
    at(info, 3).content = Buffer.of(0, 7);
  }),
  'a critical extension': inInfo((info) =>
    push(info, {
      tag: 0xa1,
      content: [
        read(
          element(
            0x30,
            Buffer.concat([
              element(0x06, Buffer.of(0x2a, 3)),
              element(1, Buffer.of(0xff)),
              element(4, Buffer.of(5, 0)),
            ]),
          ),
        ),
      ],
    }),
  ),
};

/** A proof that names this token's own bytes, if they can be found, so that only the damage can cause a refusal. */
async function questionAbout(token: Buffer): Promise<PythonQuestion> {
  const { proof } = await makeSample({
    document: { fileSha256: FILE, tokenSha256: sha256(innermost(token)) },
  });
  return { xml: encodeProofXml(proof), token };
}

function innermost(der: Buffer): Buffer {
  const found = der.indexOf(TOKEN);
  return found < 0 ? der : der.subarray(found, found + TOKEN.length);
}

const verdictOf = async ({ xml, token, logKeys }: PythonQuestion) =>
  (await verifyEvidence(nodeEngine, { xml, ...(token && { tsr: token }), ...(logKeys && { logKeys }) }, []))
    .verdict;

test('P110 both refuse every damaged time stamp, and accept the intact one', async () => {
  const all = { whole: RESPONSE, bare: TOKEN, ...DAMAGED };
  const questions = await Promise.all(Object.values(all).map(questionAbout));
  const answers = await askPython(questions);
  const table: Record<string, string[]> = {};
  for (const [i, how] of Object.keys(all).entries())
    table[how] = [await verdictOf(questions[i]!), answers[i]!.verdict];
  const same = (word: string) => [word, word];
  expect(table).toEqual({
    whole: same('unconfirmed'),
    bare: same('unconfirmed'),
    ...Object.fromEntries(Object.keys(DAMAGED).map((how) => [how, same('invalid')])),
  });
});

// ── Ed25519 ─────────────────────────────────────────────────────────────────────────────────────

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const EIGHTH = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
const bytesOf = (value: bigint) =>
  Uint8Array.from({ length: 32 }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));
const SIGN = 1n << 255n;

/** Every way to write a point of small order, also those that are not canonical. */
const SMALL = [0n, 1n, P - 1n, EIGHTH, P - EIGHTH, P, P + 1n].flatMap((y) => [y, y | SIGN]).map(bytesOf);

test('P110 both refuse points of small order, points in another encoding and scalars that are too large', async () => {
  const { proof, vkey } = await makeSample({ document: { fileSha256: FILE, tokenSha256: sha256(TOKEN) } });
  const { text, signatures } = decodeNote(proof.checkpoint.note);
  const [own] = signatures;
  const signedBy = async (publicKey: Uint8Array, signature: Uint8Array): Promise<PythonQuestion> => {
    const key = await encodeNoteKey(nodeEngine, own!.keyName, publicKey);
    const keyId = Uint8Array.from(Buffer.from(key.split('+')[1] ?? '', 'hex'));
    const note = encodeNote({ text, signatures: [{ keyName: own!.keyName, keyId, signature }] });
    return { xml: encodeProofXml({ ...proof, checkpoint: { ...proof.checkpoint, note } }), logKeys: [key] };
  };
  const rawKey = parseBase64(vkey.split('+').slice(2).join('+'))!.subarray(1);
  const [point, scalar] = [own!.signature.subarray(0, 32), own!.signature.subarray(32)];
  const larger = bytesOf([...scalar].reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n) + L);
  const zero = new Uint8Array(32);
  const questions = [
    await signedBy(rawKey, own!.signature),
    await signedBy(rawKey, Buffer.concat([point, larger])),
    // With such a key, a signature of zeros and any point of small order is valid for one message in eight, or for all.
    ...(await Promise.all(SMALL.flatMap((key) => SMALL.map((r) => signedBy(key, Buffer.concat([r, zero])))))),
    ...(await Promise.all(SMALL.map((r) => signedBy(rawKey, Buffer.concat([r, scalar]))))),
  ];
  const answers = await askPython(questions);
  const verdicts = await Promise.all(questions.map(verdictOf));
  expect([verdicts[0], answers[0]!.verdict]).toEqual(['valid', 'valid']);
  const believed = questions.flatMap((_, i) =>
    i > 0 && (verdicts[i] !== 'invalid' || answers[i]!.verdict !== 'invalid')
      ? [`${i}: ${verdicts[i]}, ${answers[i]!.verdict}`]
      : [],
  );
  expect(believed).toEqual([]);
});

test('P110 engines check signatures in one place, which refuses what engines judge differently', () => {
  const root = new URL('../../proof/src/', import.meta.url);
  const asking = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => /engine\s*\.verify\(/.test(readFileSync(new URL(name, root), 'utf8')));
  expect(asking).toEqual(['crypto/crypto-engine.ts']);
});
