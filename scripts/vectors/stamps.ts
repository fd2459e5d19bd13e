/** Time stamps beside a proof, alone and in a bundle: docs/proof-format.md, §2, step 8, §6 and §9. */

import { createHash } from 'node:crypto';
import { encodeProofXml } from '../../proof/src/anchors/proof-xml.ts';
import { decodePem } from '../../proof/src/encoding/pem.ts';
import { readZip, writeZip } from '../../proof/src/encoding/zip.ts';
import { type BundleContent, writeBundle } from '../../proof/src/evidence/bundle.ts';
import type { VerdictWord } from '../../proof/src/evidence/evidence-verdict.ts';
import { decodeTimestampResponse } from '../../proof/src/timestamps/timestamp.ts';
import { nodeEngine } from '../../tests/harness/node-engine.ts';
import { makeEthereumAnchor, makeSample } from '../../tests/harness/sample-proof.ts';
import { FILE_SHA256, LOG_KEY, proofVector, readDoc, type Vector } from './vector.ts';

/** Genuine responses by an authority made for these vectors, and its root. These files are not made here. */
export const TOKEN = readDoc('vectors/token.tsr');
const TOKEN_512 = readDoc('vectors/token-sha512.tsr');
export const ROOT = readDoc('vectors/root.pem').toString();

const STAMPED_AT = Date.UTC(2026, 2, 1, 12) / 1000;
export const CERTIFICATE_ID = 'cert_0000000000000000000001';

export async function stampVectors(): Promise<Vector[]> {
  return [
    ...(await responses()),
    ...(await times()),
    ...(await longDigests()),
    ...stampsAlone(),
    ...(await bundles()),
  ];
}

const bareToken = (response: Uint8Array): Buffer => Buffer.from(decodeTimestampResponse(response).token!.der);

/** A proof of the file and this time stamp. */
export async function proofOf(
  response: Uint8Array,
  timeSeconds = STAMPED_AT,
  id = CERTIFICATE_ID,
  form: { isShared?: true } = {},
) {
  const tokenSha256 = new Uint8Array(createHash('sha256').update(bareToken(response)).digest());
  const fileSha256 = new Uint8Array(Buffer.from(FILE_SHA256, 'hex'));
  const { proof } = await makeSample({
    scheme: 'SELLO-LEAF-v2',
    document: { fileSha256, tokenSha256 },
    anchors: (log) => [makeEthereumAnchor(log, { timeSeconds })],
  });
  return encodeProofXml({ ...proof, ...form, certificate: { ...proof.certificate, id } });
}

// DER, as much as the header of a response needs.
const der = (tag: number, ...content: Uint8Array[]): Buffer => {
  const whole = Buffer.concat(content);
  const length = whole.length < 128 ? [whole.length] : [0x82, whole.length >> 8, whole.length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...length), whole]);
};
const SEQUENCE = 0x30;
const BIT_STRING = 0x03;
const status = (value: number, ...more: Uint8Array[]) => der(SEQUENCE, der(0x02, Buffer.of(value)), ...more);
const text = der(SEQUENCE, der(0x0c, Buffer.from('concedido')));

async function responses(): Promise<Vector[]> {
  const token = bareToken(TOKEN);
  const respond = (...info: Uint8Array[]) => der(SEQUENCE, ...info, token);
  const xml = await proofOf(TOKEN);
  const cases: [string, number, VerdictWord, string, Uint8Array][] = [
    ['response-granted', 60, 'valid', 'status 0', TOKEN],
    ['response-modified', 60, 'valid', 'status 1: granted with modifications', respond(status(1))],
    ['response-text', 60, 'valid', 'status 0 with a text', respond(status(0, text))],
    [
      'response-unnamed-failure',
      60,
      'valid',
      'a failure bit that RFC 3161 does not name',
      respond(status(0, der(BIT_STRING, Buffer.of(6, 0x40)))),
    ],
    ['response-token-alone', 59, 'valid', 'the token without a response around it', token],
    ['response-rejected', 60, 'invalid', 'status 2 beside a token', respond(status(2))],
    [
      'response-failure',
      60,
      'invalid',
      'status 0 beside the failure badAlg',
      respond(status(0, der(BIT_STRING, Buffer.of(7, 0x80)))),
    ],
    ['response-no-token', 60, 'invalid', 'status 0 without a token', der(SEQUENCE, status(0))],
    [
      'response-bits-loose',
      59,
      'invalid',
      'a bit string with bits set behind its end',
      respond(status(0, der(BIT_STRING, Buffer.of(6, 0x41)))),
    ],
    [
      'response-long-status',
      59,
      'invalid',
      'an integer with a needless octet',
      respond(der(SEQUENCE, der(0x02, Buffer.of(0, 0)))),
    ],
    [
      'response-field-more',
      59,
      'invalid',
      'a field behind the token',
      der(SEQUENCE, status(0), token, der(0x05)),
    ],
    [
      'response-status-swapped',
      59,
      'invalid',
      'the failure before the text',
      respond(status(0, der(BIT_STRING, Buffer.of(0)), text)),
    ],
    [
      'response-left-over',
      59,
      'invalid',
      'an octet behind the response',
      Buffer.concat([TOKEN, Buffer.of(0)]),
    ],
    [
      'response-token-left-over',
      59,
      'invalid',
      'an octet behind the token',
      Buffer.concat([token, Buffer.of(0)]),
    ],
    [
      'response-long-length',
      59,
      'invalid',
      'a length that is not in its shortest form',
      Buffer.concat([Buffer.of(SEQUENCE, 0x83, 0), TOKEN.subarray(2)]),
    ],
    [
      'response-indefinite',
      59,
      'invalid',
      'an indefinite length',
      Buffer.concat([Buffer.of(SEQUENCE, 0x80), TOKEN.subarray(4), Buffer.of(0, 0)]),
    ],
    ['response-cut', 59, 'invalid', 'the response is cut short', TOKEN.subarray(0, -1)],
    ['response-base64', 59, 'invalid', 'the response as base64', Buffer.from(TOKEN.toString('base64'))],
  ];
  return [
    proofVector(
      'stamped',
      { requirement: 27, verdict: 'unconfirmed', because: 'the time stamp that it is about' },
      xml,
      ['--tsr', 'token.tsr'],
    ),
    {
      ...about(27, 'invalid', 'another time stamp', [
        '--xml',
        '../blockchain-proof-example.xml',
        '--tsr',
        'token.tsr',
      ]),
      file: '../blockchain-proof-example.xml',
    },
    ...cases.map(([name, requirement, verdict, because, bytes]): Vector => {
      const file = name === 'response-granted' ? 'token.tsr' : `${name}.tsr`;
      const args = ['--xml', 'stamped.xml', '--tsr', file, '--log-key', LOG_KEY];
      return {
        requirement,
        file,
        verdict,
        because,
        args,
        ...(bytes !== TOKEN && { bytes: Buffer.from(bytes) }),
      };
    }),
  ];
}

const about = (
  requirement: number,
  verdict: VerdictWord,
  because: string,
  args: readonly string[],
): Vector => ({
  requirement,
  file: args[1] ?? '',
  verdict,
  because,
  args,
});

async function times(): Promise<Vector[]> {
  const at = async (name: string, verdict: VerdictWord, because: string, seconds: number) =>
    proofVector(name, { requirement: 50, verdict, because }, await proofOf(TOKEN, STAMPED_AT - seconds), [
      '--tsr',
      'token.tsr',
    ]);
  return [
    await at('time-most', 'unconfirmed', 'a block ten minutes before the time stamp', 600),
    await at('time-beyond', 'invalid', 'a block ten minutes and a second before the time stamp', 601),
  ];
}

async function longDigests(): Promise<Vector[]> {
  const xml = await proofOf(TOKEN_512);
  const stamped = ['--tsr', 'token-sha512.tsr'];
  const name = 'stamped-sha512';
  const because = 'the time stamp is of the SHA-512 of the file';
  return [
    proofVector(name, { requirement: 61, verdict: 'unconfirmed', because }, xml, [...stamped, 'hola.txt']),
    about(61, 'unconfirmed', 'no document is given', ['--xml', `${name}.xml`, ...stamped]),
    about(61, 'invalid', 'only the SHA-256 is given, so nothing was compared', [
      '--xml',
      `${name}.xml`,
      ...stamped,
      '--hash',
      FILE_SHA256,
    ]),
    about(61, 'invalid', 'another file is given', ['--xml', `${name}.xml`, ...stamped, 'root.pem']),
  ];
}

function stampsAlone(): Vector[] {
  const flipped = Buffer.from(TOKEN);
  flipped[flipped.length - 1]! ^= 1;
  const root = ['--root', 'root.pem'];
  const alone = (requirement: number, verdict: VerdictWord, because: string, ...args: string[]) =>
    about(requirement, verdict, because, ['--tsr', 'token.tsr', ...args]);
  return [
    alone(70, 'unconfirmed', 'no root is given'),
    alone(70, 'valid', 'the root is given', ...root),
    alone(
      70,
      'valid',
      'two roots are given, and it leads to one of them',
      ...root,
      '--root',
      'other-root.pem',
    ),
    alone(70, 'invalid', 'another root is given', '--root', 'other-root.pem'),
    alone(71, 'valid', 'the file that it is of', ...root, 'hola.txt'),
    alone(71, 'invalid', 'another file', ...root, 'root.pem'),
    alone(71, 'invalid', 'the SHA-256 of another file', ...root, '--hash', '00'.repeat(32)),
    {
      ...about(72, 'invalid', 'a bit of the signature is another one', [
        '--tsr',
        'token-signature.tsr',
        ...root,
      ]),
      bytes: flipped,
    },
    alone(
      73,
      'invalid',
      'a key of the log, and nothing here is signed by a log',
      ...root,
      '--log-key',
      LOG_KEY,
    ),
    alone(73, 'invalid', 'a block, and nothing here names one', ...root, '--trusted-block', '00'.repeat(32)),
    about(73, 'invalid', 'a root, and there is no time stamp', ['--xml', 'stamped.xml', ...root]),
    about(74, 'valid', 'a trusted time stamp makes it valid; the block is only named', [
      '--xml',
      'stamped.xml',
      '--tsr',
      'token.tsr',
      ...root,
    ]),
    alone(
      75,
      'invalid',
      'ECDSA counts as broken, and nothing older vouches for the stamp',
      ...root,
      '--broken',
      'ECDSA@2026-01-01',
    ),
    alone(
      75,
      'invalid',
      'P-256 counts as broken on a day to come',
      ...root,
      '--broken',
      'P-256@2080-01-01',
      '--as-of',
      '2090-01-01',
    ),
    alone(
      75,
      'valid',
      'RSA counts as broken, which it does not rest on',
      ...root,
      '--broken',
      'RSA@2026-01-01',
    ),
  ];
}

/** The content of a bundle for the file of these vectors. */
export async function bundleContent(id = CERTIFICATE_ID, isProven = true): Promise<BundleContent> {
  const signer = decodeTimestampResponse(TOKEN).token!.certificates.map(({ der: each }) => each);
  const [root] = decodePem('CERTIFICATE', ROOT) as [Uint8Array];
  const chain = [...signer.filter((each) => !Buffer.from(each).equals(Buffer.from(root))), root];
  return {
    claims: {
      certificate_id: id,
      title: 'Hola',
      file: { name: 'hola.txt', size: 5, sha256: FILE_SHA256 },
      psc: 'An authority that was made for this',
      qr_verification_url: 'https://sello.example/v/0000000000',
    },
    tsr: TOKEN,
    chain,
    ...(isProven && { xml: await proofOf(TOKEN, STAMPED_AT, id), logKeys: [LOG_KEY] }),
  };
}

async function bundles(): Promise<Vector[]> {
  const whole = readZip(await writeBundle(nodeEngine, await bundleContent()));
  type Entries = { name: string; content: Uint8Array }[];
  const edit = (name: string, change: (text: string) => string) => (entries: Entries) =>
    entries.map((entry) => {
      if (entry.name !== name) return entry;
      const content = Buffer.from(change(Buffer.from(entry.content).toString()));
      if (content.equals(Buffer.from(entry.content))) throw new Error(`${name} stays as it is`);
      return { name, content };
    });
  const cases: [string, number, VerdictWord, string, (entries: Entries) => Entries][] = [
    ['bundle', 76, 'valid', 'a bundle as it was issued', (entries) => entries],
    ['bundle-readme', 76, 'invalid', 'README.txt has another word', edit('README.txt', (text) => `${text}x`)],
    [
      'bundle-entry-unknown',
      77,
      'invalid',
      'a file that no bundle has',
      (entries) => [...entries, { name: 'x.txt', content: Buffer.from('x') }],
    ],
    [
      'bundle-entry-missing',
      77,
      'invalid',
      'a file that the manifest lists is missing',
      (entries) => entries.filter(({ name }) => name !== 'log-key.txt'),
    ],
    ['bundle-entry-order', 77, 'invalid', 'files in another order', (entries) => entries.toReversed()],
    [
      'bundle-manifest-title',
      78,
      'valid',
      'the manifest has another title, which is a claim',
      edit('manifest.json', (text) => text.replace('"Hola"', '"Adiós"')),
    ],
    [
      'bundle-manifest-time',
      78,
      'invalid',
      'the manifest states another time',
      edit('manifest.json', (text) => text.replace('12:00:00', '12:00:01')),
    ],
    [
      'bundle-manifest-accredited',
      78,
      'invalid',
      'the manifest calls the provider accredited',
      edit('manifest.json', (text) => text.replace('"accredited": false', '"accredited": true')),
    ],
    [
      'bundle-manifest-space',
      77,
      'invalid',
      'the manifest is spelled otherwise',
      edit('manifest.json', (text) => text.replace('{\n', '{ \n')),
    ],
  ];
  const args = ['--root', 'root.pem', '--log-key', LOG_KEY];
  return cases.map(([name, requirement, verdict, because, change]) => ({
    requirement,
    file: `${name}.zip`,
    verdict,
    because,
    args: ['--bundle', `${name}.zip`, ...args],
    bytes: Buffer.from(writeZip(change(whole))),
  }));
}
