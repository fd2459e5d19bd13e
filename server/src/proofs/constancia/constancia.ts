/**
 * The constancia: a PDF with the facts of a certificate and its proofs attached. It is made on each request and never
 * stored. Once the certificate is final, the PDF shows only data that never changes again: the row, the token and the
 * stored blockchain proof. Its bytes then change only when something is attached that makes the evidence last longer:
 * the first stamped checkpoint, the first revocation answers, and later ones only if a signer is new or revoked.
 */

import type { Lasting } from '@sello/proof';
import type { AnchorStore } from '../../anchoring/ports.ts';
import { type Certificate, verificationUrl } from '../../certificates/certificate.ts';
import type { StoredToken } from '../../certificates/ports.ts';
import type { Holder } from '../../kernel/shares/shared.ts';
import type { ConstanciaAnchor, ConstanciaPlace } from './facts.ts';
import type { ConstanciaWriter } from './ports.ts';

type ConstanciaPorts = { anchors: AnchorStore; constancias: ConstanciaWriter };

/**
 * Makes a constancia. `readXml` gives the blockchain proof, once there is one, and `readLasting` gives what makes the
 * evidence outlive its keys. The writer checks and renders, and nothing is read before the writer has room for one
 * more.
 */
export function makeConstancia(
  ports: ConstanciaPorts,
  config: { serviceName: string; baseUrl: string },
  { certificate, token }: { certificate: Certificate; token: StoredToken },
  readXml: () => Promise<Uint8Array | undefined>,
  readLasting: () => Promise<Lasting>,
  holder: Holder,
): Promise<Uint8Array> {
  const { leafIndex: _, anchor: __, ...settled } = certificate;
  return ports.constancias.write(holder, async () => ({
    serviceName: config.serviceName,
    verificationUrl: verificationUrl(config.baseUrl, certificate),
    certificate: settled,
    token: { tsr: token.tsr, chain: token.chain, way: token.way },
    place: (await readXml()) ?? (await unsettledPlace(ports, certificate)),
    lasting: await readLasting(),
  }));
}

async function unsettledPlace(
  ports: { anchors: AnchorStore },
  { leafIndex, anchor }: Certificate,
): Promise<ConstanciaPlace> {
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
  const block = { blockNumber, blockHash: Buffer.from(blockHash, 'hex'), blockTime: new Date(blockTime) };
  return {
    isFinal: false,
    network,
    trust: chain?.trust,
    finality: chain?.finality,
    txHash: Buffer.from(txHash, 'hex'),
    ...block,
    confirmations,
    isShown: true,
  };
}
