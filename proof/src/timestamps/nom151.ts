/** NOM-151-SCFI-2016: policies, root and known quirks of accredited Mexican providers (PSC). */

import { decodePem } from '../encoding/pem.ts';
import type { TrustProfile } from '../x509/trust-profile.ts';
import { ACR2_SE_PEM } from './acr2-se.ts';

/** México › gobierno › Secretaría de Economía. */
export const ECONOMIA_ARC = '2.16.484.101.10.316';

export type Nom151Policy = {
  oid: string;
  psc: string;
  /** Providers are accredited for constancias and for plain time stamps separately. */
  service: 'constancia' | 'time_stamp';
};

export const NOM151_POLICIES: readonly Nom151Policy[] = [
  { oid: `${ECONOMIA_ARC}.2.1.1.2.1`, psc: 'Advantage Security (Sovos)', service: 'constancia' },
  { oid: `${ECONOMIA_ARC}.100.2.1.2.1.1`, psc: 'PSC World', service: 'constancia' },
  { oid: `${ECONOMIA_ARC}.100.8.1.2.2.4`, psc: 'Notaría 230', service: 'constancia' },
  { oid: `${ECONOMIA_ARC}.100.8.1.3.1.3`, psc: 'Notaría 230', service: 'time_stamp' },
];

export function isInEconomiaArc(policy: string): boolean {
  return policy.startsWith(`${ECONOMIA_ARC}.`);
}

/**
 * Trusts every provider accredited under ACR2-SE. The quirks occur in genuine production tokens; without
 * them, legally valid constancias would be refused.
 */
export function acr2SeProfile(): TrustProfile {
  return {
    name: 'ACR2-SE',
    roots: decodePem('CERTIFICATE', ACR2_SE_PEM),
    policies: NOM151_POLICIES.filter(({ service }) => service === 'constancia').map(({ oid }) => oid),
    toleratedQuirks: [
      'eku_missing',
      'ess_mismatch',
      'signing_time_syntax',
      'negative_serial',
      'attribute_certificate_ignored',
      'policy_unknown_in_arc',
      'nonce_absent',
    ],
    accredited: true,
  };
}
