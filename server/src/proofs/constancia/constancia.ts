/**
 * The constancia: a PDF with the facts of a certificate and its proofs attached. It is made on each request and never
 * stored. Once the certificate is final it shows only data that never changes again (the row, the token and the
 * stored blockchain proof), so that its bytes stay the same for ever too.
 */

import type { CryptoEngine } from '@sello/proof';
import {
  acr2SeProfile,
  decodeProofXml,
  encodePem,
  type Quirk,
  type TimestampVerdict,
  type TrustProfile,
  timestampCommands,
  verifyTimestamp,
} from '@sello/proof';
import type { AnchorStore } from '../../anchoring/ports.ts';
import { type Certificate, verificationUrl } from '../../certificates/certificate.ts';
import type { StoredToken } from '../../certificates/ports.ts';
import { describeChecks } from './checks.ts';
import type { Accreditation, ConstanciaAnchor, ConstanciaAttachment, ConstanciaFacts } from './facts.ts';
import type { ConstanciaWriter } from './ports.ts';

type ConstanciaPorts = { anchors: AnchorStore; crypto: CryptoEngine; constancias: ConstanciaWriter };

/** `xml` is the blockchain proof, once there is one. */
export async function makeConstancia(
  ports: ConstanciaPorts,
  config: { serviceName: string; baseUrl: string },
  { certificate, token }: { certificate: Certificate; token: StoredToken },
  xml: Uint8Array | undefined,
): Promise<Uint8Array> {
  const verdict = await verifyStored(ports, certificate, token);
  const accreditation = accreditationOf(certificate, verdict);
  const facts: ConstanciaFacts = {
    serviceName: config.serviceName,
    verificationUrl: verificationUrl(config.baseUrl, certificate),
    certificate,
    accreditation,
    signer: verdict.chain[0]?.subject.text ?? '',
    rootSha256: Buffer.from(
      await ports.crypto.digest('SHA-256', token.chain.at(-1) ?? new Uint8Array(0)),
    ).toString('hex'),
    checks: describeChecks(certificate, verdict, accreditation),
    ...(xml === undefined ? await unsettledPlace(ports, certificate) : settledPlace(xml)),
    commands: timestampCommands(token.tsr, certificate.file.sha256, certificate.timestamp.accredited),
    attachments: attachmentsOf(token, xml),
  };
  return ports.constancias.write(facts);
}

/**
 * Verifies the stored token again, under the state's root and under the root it was accepted with, as of the token's
 * own time, so that the verdict does not change when a signing certificate expires.
 */
async function verifyStored(
  ports: { crypto: CryptoEngine },
  { file, timestamp }: Certificate,
  { tsr, chain }: StoredToken,
): Promise<TimestampVerdict> {
  const expected = { digest: { algorithm: 'SHA-256' as const, value: Buffer.from(file.sha256, 'hex') } };
  const root = chain.at(-1);
  const accepted: TrustProfile = {
    name: timestamp.psc,
    roots: root === undefined ? [] : [root],
    policies: [timestamp.policyOid],
    toleratedQuirks: timestamp.warnings.map(({ code }) => code as Quirk),
    accredited: timestamp.accredited,
  };
  return verifyTimestamp(ports.crypto, tsr, expected, [acr2SeProfile(), accepted], { certificates: chain });
}

function accreditationOf({ timestamp }: Certificate, verdict: TimestampVerdict): Accreditation {
  if (!timestamp.accredited || !verdict.accredited) return 'none';
  return verdict.profile === acr2SeProfile().name ? 'state' : 'operator';
}

function settledPlace(xml: Uint8Array): Pick<ConstanciaFacts, 'log' | 'anchor'> {
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

async function unsettledPlace(
  ports: { anchors: AnchorStore },
  { leafIndex, anchor }: Certificate,
): Promise<Pick<ConstanciaFacts, 'log' | 'anchor'>> {
  return {
    log: leafIndex === undefined ? undefined : { leafIndex, checkpoint: undefined },
    anchor: anchor && (await unsettledAnchor(ports, anchor)),
  };
}

async function unsettledAnchor(
  ports: { anchors: AnchorStore },
  { network, txHash, blockNumber, blockHash, blockTime, confirmations }: NonNullable<Certificate['anchor']>,
): Promise<ConstanciaAnchor> {
  const chain = await ports.anchors.chain(network);
  const block = { blockNumber, blockHash, blockTime };
  return {
    isFinal: false,
    network,
    trust: chain?.trust,
    finality: chain?.finality,
    txHash,
    ...block,
    confirmations,
    isShown: true,
  };
}

/** Named as in the commands on the page. */
function attachmentsOf({ tsr, chain }: StoredToken, xml: Uint8Array | undefined): ConstanciaAttachment[] {
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
