/** Whether passkeys work on this page, or why not. */

import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import type { Settings } from '../../api.ts';
import { useSettings } from '../session.ts';

export type PasskeyOffer = Settings['passkeys'] | 'elsewhere' | 'no_browser';

type PageFacts = { origin: string; isSecure: boolean; hasWebauthn: boolean };

/** Undefined until the settings are there. */
export function usePasskeyOffer(): PasskeyOffer | undefined {
  const { data } = useSettings();
  return data && offerAt(data, thisPage());
}

/** The address counts first: browsers hide WebAuthn itself from pages that are not secure. */
export function offerAt(
  { passkeys, base_url }: Pick<Settings, 'passkeys' | 'base_url'>,
  page: PageFacts,
): PasskeyOffer {
  if (passkeys !== 'on') return passkeys;
  if (page.origin !== new URL(base_url).origin) return 'elsewhere';
  return page.isSecure && page.hasWebauthn ? 'on' : 'no_browser';
}

function thisPage(): PageFacts {
  return {
    origin: window.location.origin,
    isSecure: window.isSecureContext,
    hasWebauthn: browserSupportsWebAuthn(),
  };
}
