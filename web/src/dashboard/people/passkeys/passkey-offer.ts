/** Whether passkeys work on this page, or why not. */

import type { Settings } from '../../own-api.ts';

export type PasskeyOffer = Settings['passkeys'] | 'elsewhere' | 'no_browser';

/** Checks the address first, because browsers hide WebAuthn from pages that are not secure. */
export function offerAt(
  { passkeys, base_url }: Pick<Settings, 'passkeys' | 'base_url'>,
  page: { origin: string; isSecure: boolean; hasWebauthn: boolean },
): PasskeyOffer {
  if (passkeys !== 'on') return passkeys;
  if (page.origin !== new URL(base_url).origin) return 'elsewhere';
  return page.isSecure && page.hasWebauthn ? 'on' : 'no_browser';
}
