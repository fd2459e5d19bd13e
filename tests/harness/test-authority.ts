import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  createTimestampSigner,
  decodeTimestampRequest,
  encodeCertificate,
  encodeTimestampRequest,
  encodeTimestampResponse,
  type IssuingAlgorithm,
  type NameAttribute,
  type StrongHash,
  type TrustProfile,
} from '../../proof/src/index.ts';
import { nodeEngine } from './node-engine.ts';

export const TEST_POLICY = '2.25.329800735698586629295641978511506172918.1';

/** The middle of the validity of everything that a test authority issues. */
export const TEST_TIME = new Date('2026-03-01T12:00:00.250Z');

export type TestAuthority = {
  rootDer: Uint8Array;
  signerDer: Uint8Array;
  profile: TrustProfile;
  stamp(digest: Uint8Array, options?: StampOptions): Promise<Uint8Array>;
};

type StampOptions = {
  hashAlgorithm?: StrongHash;
  certReq?: boolean;
  nonce?: bigint;
  genTime?: Date;
  serial?: bigint;
};

const VALIDITY = { notBefore: new Date('2026-01-01T00:00:00Z'), notAfter: new Date('2060-01-01T00:00:00Z') };

/** A complete time-stamping authority with fresh keys: self-signed root, signer, and a way to request stamps. */
export async function createTestAuthority(
  algorithm: IssuingAlgorithm,
  dates: { notBefore: Date; notAfter: Date } = VALIDITY,
): Promise<TestAuthority> {
  const [rootKeys, unitKeys] = [generateKeys(algorithm), generateKeys(algorithm)];
  const rootName: NameAttribute[] = [
    { type: 'C', value: 'MX' },
    { type: 'O', value: 'Autoridad de prueba, señor' },
    { type: 'CN', value: `Root ${algorithm}` },
  ];
  const signWith = (key: KeyObject) => (bytes: Uint8Array) => new Uint8Array(sign('sha256', bytes, key));
  const common = {
    ...dates,
    issuer: rootName,
    issuerSpkiDer: spkiOf(rootKeys.publicKey),
    signatureAlgorithm: algorithm,
  };
  const rootDer = await encodeCertificate(
    nodeEngine,
    { ...common, role: 'authority', serial: 1n, subject: rootName, spkiDer: spkiOf(rootKeys.publicKey) },
    signWith(rootKeys.privateKey),
  );
  const signerDer = await encodeCertificate(
    nodeEngine,
    {
      ...common,
      role: 'timestamping',
      serial: 0xca311cn,
      subject: [{ type: 'CN', value: 'Unit' }],
      spkiDer: spkiOf(unitKeys.publicKey),
    },
    signWith(rootKeys.privateKey),
  );
  const signer = await createTimestampSigner({
    engine: nodeEngine,
    certificateDer: signerDer,
    issuerCertificates: [rootDer],
    algorithm,
    sign: signWith(unitKeys.privateKey),
    policy: TEST_POLICY,
    accuracyMs: 1100,
  });
  return {
    rootDer,
    signerDer,
    profile: {
      name: algorithm,
      roots: [rootDer],
      policies: [TEST_POLICY],
      toleratedQuirks: [],
      accredited: false,
    },
    stamp(
      digest,
      { hashAlgorithm = 'SHA-256', certReq = true, nonce, genTime = TEST_TIME, serial = 7n } = {},
    ) {
      const request = encodeTimestampRequest({
        hashAlgorithm,
        digest,
        certReq,
        ...(nonce === undefined ? {} : { nonce }),
      });
      return encodeTimestampResponse(signer, { ...decodeTimestampRequest(request), serial, genTime });
    },
  };
}

function generateKeys(algorithm: IssuingAlgorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  return algorithm === 'ecdsa-p256-sha256'
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: 2048 });
}

function spkiOf(key: KeyObject): Uint8Array {
  return new Uint8Array(key.export({ type: 'spki', format: 'der' }));
}
