/** Composes what a constancia says; the stored token is checked again for it. */

import type { CryptoEngine } from '@sello/proof';
import {
  acr2SeProfile,
  decodeProofXml,
  encodePem,
  type Lasting,
  lastingFiles,
  type Quirk,
  type TimestampVerdict,
  type TrustProfile,
  timestampCommands,
  verifyTimestamp,
  wayCommand,
} from '@sello/proof';
import { leafFileOf } from '../../certificates/long-digests/leaf-file.ts';
import { firstRecord, stampedDigest, wayHashes } from '../../certificates/shared-stamps/way.ts';
import { digestOfFile } from '../../kernel/file-digest.ts';
import { describeChecks } from './checks.ts';
import type {
  Accreditation,
  ConstanciaAttachment,
  ConstanciaFacts,
  ConstanciaMaterial,
  ConstanciaPlace,
} from './facts.ts';

export async function composeFacts(
  crypto: CryptoEngine,
  material: ConstanciaMaterial,
): Promise<ConstanciaFacts> {
  const { serviceName, verificationUrl, certificate, token, place, lasting } = material;
  const xml = place instanceof Uint8Array ? place : undefined;
  const verdict = await verifyStored(crypto, certificate, token);
  const accreditation = accreditationOf(certificate, verdict);
  const root = token.chain.at(-1) ?? new Uint8Array(0);
  const file = leafFileOf(certificate.file);
  const { way } = token;
  const stamped = Buffer.from((await stampedDigest(crypto, { file, way })).value).toString('hex');
  return {
    serviceName,
    verificationUrl,
    certificate,
    accreditation,
    signer: verdict.chain[0]?.subject.text ?? '',
    rootSha256: Buffer.from(await crypto.digest('SHA-256', root)).toString('hex'),
    checks: describeChecks(certificate, verdict, accreditation),
    ...(place instanceof Uint8Array ? settledPlace(place) : place),
    commands: [
      ...timestampCommands(token.tsr, stamped, certificate.timestamp.accredited),
      ...(way === undefined
        ? []
        : [wayCommand(digestOfFile(certificate.file).value, wayHashes(way), stamped)]),
    ],
    attachments: [
      ...attachmentsOf(token, xml),
      ...(way === undefined
        ? []
        : wayAttachments(
            await firstRecord(crypto, { ...token, file }),
            digestOfFile(certificate.file).value,
          )),
      ...lastingAttachments(lasting),
    ],
  };
}

/**
 * Verifies the stored token again, with the root of the state and with the root under which it was accepted. It is
 * judged as of its own time, so that the verdict does not change when a signing certificate expires.
 */
async function verifyStored(
  crypto: CryptoEngine,
  { file, timestamp }: ConstanciaMaterial['certificate'],
  { tsr, chain, way }: ConstanciaMaterial['token'],
): Promise<TimestampVerdict> {
  const expected = { digest: await stampedDigest(crypto, { file: leafFileOf(file), way }) };
  const root = chain.at(-1);
  const accepted: TrustProfile = {
    name: timestamp.psc,
    roots: root === undefined ? [] : [root],
    policies: [timestamp.policyOid],
    toleratedQuirks: timestamp.warnings.map(({ code }) => code as Quirk),
    accredited: timestamp.accredited,
  };
  return verifyTimestamp(crypto, tsr, expected, [acr2SeProfile(), accepted], { certificates: chain });
}

function accreditationOf(
  { timestamp }: ConstanciaMaterial['certificate'],
  verdict: TimestampVerdict,
): Accreditation {
  if (!timestamp.accredited || !verdict.accredited) return 'none';
  return verdict.profile === acr2SeProfile().name ? 'state' : 'operator';
}

function settledPlace(xml: Uint8Array): ConstanciaPlace {
  const { certificate, checkpoint, anchors } = decodeProofXml(xml);
  const { leafIndex, treeSize, root } = checkpoint.path;
  const [anchor] = anchors;
  return {
    log: { leafIndex, checkpoint: { origin: certificate.issuer, treeSize, root } },
    anchor: anchor && {
      isFinal: true,
      network: anchor.network,
      trust: anchor.trust,
      finality: anchor.finality,
      txHash: anchor.kind === 'ethereum' ? anchor.transaction.hash : undefined,
      blockNumber: anchor.block.number,
      blockHash: anchor.block.hash,
      blockTime: new Date(anchor.block.timeSeconds * 1000),
      confirmations: undefined,
      isShown: anchor.kind !== 'ethereum' || anchor.inclusion.type === 'mpt',
    },
  };
}

/**
 * The attachments that lead from the file to a stamp that it shares: the evidence record, and the fingerprint at which
 * it begins.
 */
function wayAttachments(record: Uint8Array, sha256: string): ConstanciaAttachment[] {
  return [
    {
      name: 'evidence-record.ers',
      mime: 'application/octet-stream',
      description: 'Registro de evidencia, RFC 4998 / Evidence record, RFC 4998',
      relationship: 'Data',
      bytes: record,
    },
    {
      name: 'file.sha256',
      mime: 'text/plain',
      description: 'Huella del archivo / Fingerprint of the file',
      relationship: 'Supplement',
      bytes: Buffer.from(`${sha256}  original\n`),
    },
  ];
}

/** The attached proofs, under the names that the commands on the page use. */
function attachmentsOf(
  { tsr, chain }: ConstanciaMaterial['token'],
  xml: Uint8Array | undefined,
): ConstanciaAttachment[] {
  const pem = chain.map((der) => encodePem('CERTIFICATE', der)).join('');
  const stamp: ConstanciaAttachment = {
    name: 'timestamp.tsr',
    mime: 'application/timestamp-reply',
    description: 'Sello de tiempo, RFC 3161 / Time stamp, RFC 3161',
    relationship: 'Data',
    bytes: tsr,
  };
  const certificates: ConstanciaAttachment = {
    name: 'chain.pem',
    mime: 'application/pem-certificate-chain',
    description: 'Certificados del firmante a la raíz / Certificates from the signer up to the root',
    relationship: 'Supplement',
    bytes: Buffer.from(pem),
  };
  if (xml === undefined) return [certificates, stamp];
  const proof: ConstanciaAttachment = {
    name: 'blockchain-proof.xml',
    mime: 'application/xml',
    description: 'Prueba de blockchain / Blockchain proof',
    relationship: 'Data',
    bytes: xml,
  };
  return [proof, certificates, stamp];
}

const KINDS: readonly [ending: string, mime: string, description: string][] = [
  ['.txt', 'text/plain', 'Punto de control del registro público / Checkpoint of the log'],
  [
    '.tsr',
    'application/timestamp-reply',
    'Sello de tiempo del punto de control / Time stamp of the checkpoint',
  ],
  ['.tlog-proof', 'text/plain', 'El sello está en el registro público / The time stamp is in the log'],
  [
    '-chain.pem',
    'application/pem-certificate-chain',
    'Certificados de ese sello / Certificates of that stamp',
  ],
  ['revocation.pem', 'application/x-pem-file', 'Listas de revocación guardadas / Kept revocation answers'],
];

/** The attachments that make the evidence outlive its keys, under the names that they have in a bundle. */
function lastingAttachments(lasting: Lasting): ConstanciaAttachment[] {
  return lastingFiles(lasting).map(({ name, content }) => {
    const [, mime = 'application/octet-stream', description = name] =
      KINDS.find(([ending]) => name.endsWith(ending)) ?? [];
    return { name, mime, description, relationship: 'Supplement', bytes: content };
  });
}
