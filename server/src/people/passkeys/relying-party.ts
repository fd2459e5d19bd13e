/** The relying party of WebAuthn: our own host, and the one origin whose answers count. */

import { isIP } from 'node:net';
import type { Site } from '../../http/site.ts';
import { AppError } from '../../kernel/errors.ts';

export type RelyingParty = { id: string; origin: string; name: string };

/** Whether browsers can have passkeys for the public address, or why not. */
export const PASSKEY_OFFERS = ['on', 'ip_address', 'no_https'] as const;

type PasskeyOffer = (typeof PASSKEY_OFFERS)[number];

export function passkeyOffer({ baseUrl }: Pick<Site, 'baseUrl'>): PasskeyOffer {
  const { hostname, protocol } = new URL(baseUrl);
  // WebAuthn §5.1.2: an IP address is no valid RP ID.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return 'ip_address';
  const isThisMachine = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isThisMachine ? 'on' : 'no_https';
}

export function relyingParty(site: Site): RelyingParty {
  const offer = passkeyOffer(site);
  if (offer !== 'on') throw unavailable(offer);
  const { hostname, origin } = new URL(site.baseUrl);
  return { id: hostname, origin, name: site.serviceName };
}

function unavailable(offer: Exclude<PasskeyOffer, 'on'>): AppError {
  const text = {
    ip_address: {
      en: 'Passkeys need a host name: SELLO_BASE_URL is an IP address. Ask the operator to set a name.',
      es: 'Las llaves de acceso necesitan un nombre de dominio: SELLO_BASE_URL es una dirección IP. Pida al operador que configure un nombre.',
    },
    no_https: {
      en: 'Passkeys need https: SELLO_BASE_URL begins with http. Ask the operator to set up https.',
      es: 'Las llaves de acceso necesitan https: SELLO_BASE_URL comienza con http. Pida al operador que configure https.',
    },
  };
  return new AppError('passkeys_unavailable', text[offer]);
}
