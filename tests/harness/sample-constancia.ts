/** Constancias without a server: real tokens, an invented certificate for each, every state of anchoring. */

import {
  acr2SeProfile,
  encodeProofXml,
  type TimestampVerdict,
  type TrustProfile,
  verifyTimestamp,
} from '@sello/proof';
import type { ChainFacts } from '../../server/src/anchoring/ports.ts';
import type { Certificate } from '../../server/src/certificates/certificate.ts';
import type { StoredToken } from '../../server/src/certificates/ports.ts';
import { isoTime } from '../../server/src/kernel/clock.ts';
import type { CertificateId } from '../../server/src/kernel/ids.ts';
import type { Sha256Hex } from '../../server/src/kernel/sha256.ts';
import { makeConstancia } from '../../server/src/proofs/constancia/constancia.ts';
import { drawConstancia } from '../../server/src/proofs/constancia/thread/draw-constancia.ts';
import { makeConstanciaWriter } from '../../server/src/proofs/constancia/writer.ts';
import type { Ports } from '../../server/src/wire.ts';
import { nodeEngine } from './node-engine.ts';
import { readVector } from './read-vector.ts';
import { makeEthereumAnchor, makeSample } from './sample-proof.ts';
import { createTestAuthority, TEST_TIME } from './test-authority.ts';

export type SampleConstancia = { certificate: Certificate; token: StoredToken; xml: Uint8Array | undefined };

type SampleState = 'stamped' | 'logged' | 'in_block' | 'final';

export const SAMPLE_CONFIG = { serviceName: 'sello', baseUrl: 'https://sello.example' };

/** A genuine constancia of an accredited provider, of 2018. */
export async function accreditedSample(
  state: SampleState,
  changes: Partial<Certificate> = {},
): Promise<SampleConstancia> {
  return sample(readVector('nom151/advantage-2018-07-18.tsr'), acr2SeProfile(), state, changes, 'public');
}

export async function unaccreditedSample(
  state: SampleState,
  changes: Partial<Certificate> = {},
): Promise<SampleConstancia> {
  const authority = await createTestAuthority('ecdsa-p256-sha256');
  const tsr = await authority.stamp(nodeDigest(7), { certReq: true, genTime: TEST_TIME });
  return sample(tsr, authority.profile, state, changes, 'operator');
}

export function writeSample(
  { certificate, token, xml }: SampleConstancia,
  config = SAMPLE_CONFIG,
  draw = drawConstancia,
): Promise<Uint8Array> {
  const chain: ChainFacts = { network: 'eip155:20177', trust: 'operator', finality: 'depth:2' };
  const ports = {
    constancias: makeConstanciaWriter(draw),
    anchors: { chain: async () => chain },
  } as unknown as Ports;
  return makeConstancia(
    ports,
    config,
    { certificate, token },
    async () => xml,
    async () => ({
      renewals: [],
      revocation: undefined,
    }),
    'acct_sample',
  );
}

function nodeDigest(fill: number): Uint8Array {
  return new Uint8Array(32).fill(fill);
}

async function sample(
  tsr: Uint8Array,
  profile: TrustProfile,
  state: SampleState,
  changes: Partial<Certificate>,
  trust: 'public' | 'operator',
): Promise<SampleConstancia> {
  const verdict = await verifyTimestamp(nodeEngine, tsr, {}, [profile]);
  const { proof } = await makeSample({
    leaves: 1_000,
    index: 437,
    anchors: (log) => [makeEthereumAnchor(log, { chainId: trust === 'public' ? 1 : 20_177, trust })],
  });
  const [anchor] = proof.anchors;
  if (anchor?.kind !== 'ethereum') throw new Error('the sample has another anchor');
  const certificate: Certificate = {
    ...describe(verdict),
    leafIndex: state === 'stamped' ? undefined : 437,
    anchor:
      state === 'stamped' || state === 'logged'
        ? undefined
        : {
            network: anchor.network,
            txHash: hex(anchor.transaction.hash),
            blockNumber: anchor.block.number,
            blockHash: hex(anchor.block.hash),
            blockTime: isoTime(new Date(anchor.block.timeSeconds * 1000)),
            confirmations: 1,
            merkleRoot: hex(anchor.path.root),
            isFinal: state === 'final',
            changedAt: isoTime(TEST_TIME),
          },
    ...changes,
  };
  const token: StoredToken = {
    tsr,
    chain: verdict.chain.map(({ der }) => der),
    salt: proof.leaf.salt,
    leafHash: proof.leaf.hash,
  };
  return { certificate, token, xml: state === 'final' ? encodeProofXml(proof) : undefined };
}

function describe({
  token,
  accredited,
  warnings,
}: TimestampVerdict): Omit<Certificate, 'leafIndex' | 'anchor'> {
  if (token === undefined) throw new Error('the vector holds no token');
  const { info } = token;
  return {
    id: 'cert_0R5xT2mBq8Yw3nLk7VdJpA' as CertificateId,
    livemode: true,
    title: 'Contrato de prestación de servicios profesionales',
    description: 'Versión firmada por ambas partes.\nAnexos A y B incluidos.',
    documentType: 'contrato',
    externalId: undefined,
    metadata: {},
    tags: [],
    keyId: undefined,
    file: {
      name: 'contrato-2026-03 (firmado).pdf',
      mime: 'application/pdf',
      sizeBytes: 1_234_567,
      sha256: Buffer.from(info.imprint.digest).toString('hex') as Sha256Hex,
      longDigest: undefined,
      wasSent: true,
      erasedAt: undefined,
    },
    isAdopted: false,
    sharedBy: undefined,
    seal: undefined,
    sealedFrom: undefined,
    keepFilesDays: undefined,
    timestamp: {
      psc: accredited ? 'Advantage Security (Sovos)' : 'Autoridad de desarrollo',
      serial: info.serialHex,
      policyOid: info.policy,
      genTime: info.genTimeText,
      accuracyMs: info.accuracyMs,
      accredited,
      warnings,
    },
    code: '7bQmT4xZk2Ww9cVdRnLpYs',
    createdAt: isoTime(info.genTime),
    changedAt: undefined,
  };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
