/** The content of a constancia. Nothing in it depends on who asks, in which language, or when. */

import type { Lasting } from '@sello/proof';
import type { Certificate } from '../../certificates/certificate.ts';
import type { StoredToken } from '../../certificates/ports.ts';

export type Bilingual = { es: string; en: string };

/** The answer to one of the three questions of a reader, found by running the checks. */
export type ConstanciaCheck = Bilingual & { holds: boolean };

/**
 * Why the issuer counts as accredited: by the root of the state or by the settings of the operator; or `none` if it
 * does not.
 */
export type Accreditation = 'state' | 'operator' | 'none';

export type ConstanciaAnchor = {
  /** True if the block is final. Everything here is then read from the stored proof, which never changes. */
  isFinal: boolean;
  /** The CAIP-2 name of the chain. */
  network: string;
  trust: 'operator' | 'permissioned' | 'public' | undefined;
  /** The finality rule: `finalized` or `depth:<blocks>`. */
  finality: string | undefined;
  txHash: Uint8Array | undefined;
  blockNumber: number;
  blockHash: Uint8Array;
  blockTime: Date;
  /**
   * The confirmations so far. Undefined once the block is final: the number keeps growing, and the final document
   * must not change.
   */
  confirmations: number | undefined;
  /** Whether the proof shows that the transaction is in the block, or ends at the transaction. */
  isShown: boolean;
};

export type ConstanciaAttachment = {
  name: string;
  mime: string;
  description: string;
  relationship: 'Data' | 'Supplement';
  bytes: Uint8Array;
};

/** The places of the certificate in the log and on a chain. */
export type ConstanciaPlace = {
  log:
    | { leafIndex: number; checkpoint: { origin: string; treeSize: number; root: Uint8Array } | undefined }
    | undefined;
  anchor: ConstanciaAnchor | undefined;
};

/** What a constancia is made of; all of it can be sent to another thread. */
export type ConstanciaMaterial = {
  serviceName: string;
  verificationUrl: string;
  certificate: Omit<Certificate, 'anchor' | 'leafIndex'>;
  token: Pick<StoredToken, 'tsr' | 'chain' | 'way'>;
  /** The blockchain proof (XML), once there is one. */
  place: Uint8Array | ConstanciaPlace;
  /** Stamped checkpoints and revocation answers, to be attached. */
  lasting: Lasting;
};

export type ConstanciaFacts = ConstanciaPlace & {
  serviceName: string;
  verificationUrl: string;
  certificate: Omit<Certificate, 'anchor' | 'leafIndex'>;
  accreditation: Accreditation;
  /** The distinguished name in the signer's certificate. */
  signer: string;
  rootSha256: string;
  checks: { digest: ConstanciaCheck; seal: ConstanciaCheck; issuer: ConstanciaCheck };
  /** Shell commands that check the attached time stamp. */
  commands: readonly string[];
  attachments: readonly ConstanciaAttachment[];
};
