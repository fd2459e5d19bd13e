/** A time-stamping provider with chosen dates and keys, whose root also signs revocation lists and OCSP answers. */

import {
  createTimestampSigner,
  decodeTimestampRequest,
  encodeTimestampRequest,
  encodeTimestampResponse,
  type IssuingAlgorithm,
  type StrongHash,
  type TrustProfile,
} from '../../proof/src/index.ts';
import {
  authorityExtensions,
  forgeCertificate,
  type Keys,
  newEcKeys,
  newMlDsaKeys,
  newRsaKeys,
  SIGNATURES,
  type SignatureKind,
  unitExtensions,
} from './forge.ts';
import {
  type CrlOrder,
  crlPoints,
  forgeCrl,
  forgeOcsp,
  type OcspOrder,
  ocspAccess,
} from './forge-revocation.ts';
import { nodeEngine } from './node-engine.ts';

const POLICY = '2.25.329800735698586629295641978511506172918.1';
export const UNIT_SERIAL = 0x8003n;

export type ForgedProvider = {
  rootDer: Uint8Array;
  unitDer: Uint8Array;
  profile: TrustProfile;
  /** A complete response over this digest, by default a SHA-256. */
  stamp(digest: Uint8Array, genTime: Date, hashAlgorithm?: StrongHash): Promise<Uint8Array>;
  /** The answer to an encoded request. */
  answer(request: Uint8Array, genTime: Date): Promise<Uint8Array>;
  crl(order: Omit<CrlOrder, 'issuer' | 'signature'>): Uint8Array;
  ocsp(order: Omit<OcspOrder, 'issuer' | 'serial' | 'signature'>): Uint8Array;
};

type KeyKind = keyof typeof KINDS;

const KINDS = {
  rsa: { make: newRsaKeys, signature: SIGNATURES.rsa256, algorithm: 'rsa-pkcs1-sha256' },
  ec: { make: newEcKeys, signature: SIGNATURES.ecdsa256, algorithm: 'ecdsa-p256-sha256' },
  p384: {
    make: () => newEcKeys('P-384'),
    signature: SIGNATURES.ecdsa384,
    algorithm: 'ecdsa-p384-sha384',
  },
  mlDsa: { make: newMlDsaKeys, signature: SIGNATURES.mlDsa65, algorithm: 'ml-dsa-65-sha512' },
} as const satisfies Record<
  string,
  { make: () => Keys; signature: SignatureKind; algorithm: IssuingAlgorithm }
>;

type ForgedProviderOptions = {
  name: string;
  keys?: KeyKind;
  /** The kind of the root's keys, if different. */
  rootKeys?: KeyKind;
  notBefore?: Date;
  notAfter?: Date;
  rootNotAfter?: Date;
  /** Where its root serves `/root.crl` and `/ocsp`. */
  revocationOrigin?: string;
};

export async function forgeProvider(options: ForgedProviderOptions): Promise<ForgedProvider> {
  const { name, keys = 'ec', rootKeys = keys, revocationOrigin } = options;
  const { signature } = KINDS[rootKeys];
  const notBefore = options.notBefore ?? new Date('2026-01-01T00:00:00Z');
  const notAfter = options.notAfter ?? new Date('2031-01-01T00:00:00Z');
  const root = { subject: `Root of ${name}`, keys: KINDS[rootKeys].make() };
  const rootDer = forgeCertificate({
    ...root,
    signature,
    notBefore,
    notAfter: options.rootNotAfter ?? notAfter,
    extensions: authorityExtensions(),
  });
  const unitKeys: Keys = KINDS[keys].make();
  const unitDer = forgeCertificate({
    subject: name,
    keys: unitKeys,
    issuer: root,
    serial: UNIT_SERIAL,
    signature,
    notBefore,
    notAfter,
    extensions: [
      ...unitExtensions(),
      ...(revocationOrigin === undefined
        ? []
        : [crlPoints(`${revocationOrigin}/root.crl`), ocspAccess(`${revocationOrigin}/ocsp`)]),
    ],
  });
  const signer = await createTimestampSigner({
    engine: nodeEngine,
    certificateDer: unitDer,
    issuerCertificates: [rootDer],
    algorithm: KINDS[keys].algorithm,
    sign: (bytes) => KINDS[keys].signature.sign(unitKeys.privateKey, bytes),
    policy: POLICY,
    accuracyMs: 1000,
  });
  const answer = (request: Uint8Array, genTime: Date) =>
    encodeTimestampResponse(signer, { ...decodeTimestampRequest(request), serial: 7n, genTime });
  return {
    rootDer,
    unitDer,
    profile: { name, roots: [rootDer], policies: [POLICY], toleratedQuirks: [], accredited: false },
    answer,
    stamp: (digest, genTime, hashAlgorithm = 'SHA-256') =>
      answer(encodeTimestampRequest({ hashAlgorithm, digest, certReq: true }), genTime),
    crl: (order) => forgeCrl({ ...order, issuer: root, signature }),
    ocsp: (order) => forgeOcsp({ ...order, issuer: root, serial: UNIT_SERIAL, signature }),
  };
}
