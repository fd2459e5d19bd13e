/** A time-stamping provider with chosen dates and keys, whose root also signs revocation lists and OCSP answers. */

import { sign } from 'node:crypto';
import {
  createTimestampSigner,
  decodeTimestampRequest,
  encodeTimestampRequest,
  encodeTimestampResponse,
  type TrustProfile,
} from '../../proof/src/index.ts';
import {
  authorityExtensions,
  forgeCertificate,
  type Keys,
  newEcKeys,
  newRsaKeys,
  SIGNATURES,
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
  /** A complete response over this digest. */
  stamp(sha256: Uint8Array, genTime: Date): Promise<Uint8Array>;
  /** The answer to an encoded request. */
  answer(request: Uint8Array, genTime: Date): Promise<Uint8Array>;
  crl(order: Omit<CrlOrder, 'issuer' | 'signature'>): Uint8Array;
  ocsp(order: Omit<OcspOrder, 'issuer' | 'serial' | 'signature'>): Uint8Array;
};

export type ForgedProviderOptions = {
  name: string;
  keys?: 'rsa' | 'ec';
  notBefore?: Date;
  notAfter?: Date;
  rootNotAfter?: Date;
  /** Where its root serves `/root.crl` and `/ocsp`. */
  revocationOrigin?: string;
};

export async function forgeProvider(options: ForgedProviderOptions): Promise<ForgedProvider> {
  const { name, keys = 'ec', revocationOrigin } = options;
  const newKeys = (): Keys => (keys === 'rsa' ? newRsaKeys() : newEcKeys());
  const signature = keys === 'rsa' ? SIGNATURES.rsa256 : SIGNATURES.ecdsa256;
  const notBefore = options.notBefore ?? new Date('2026-01-01T00:00:00Z');
  const notAfter = options.notAfter ?? new Date('2031-01-01T00:00:00Z');
  const root = { subject: `Root of ${name}`, keys: newKeys() };
  const rootDer = forgeCertificate({
    ...root,
    signature,
    notBefore,
    notAfter: options.rootNotAfter ?? notAfter,
    extensions: authorityExtensions(),
  });
  const unitKeys = newKeys();
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
    algorithm: keys === 'rsa' ? 'rsa-pkcs1-sha256' : 'ecdsa-p256-sha256',
    sign: (bytes) => new Uint8Array(sign('sha256', bytes, unitKeys.privateKey)),
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
    stamp: (digest, genTime) =>
      answer(encodeTimestampRequest({ hashAlgorithm: 'SHA-256', digest, certReq: true }), genTime),
    crl: (order) => forgeCrl({ ...order, issuer: root, signature }),
    ocsp: (order) => forgeOcsp({ ...order, issuer: root, serial: UNIT_SERIAL, signature }),
  };
}
