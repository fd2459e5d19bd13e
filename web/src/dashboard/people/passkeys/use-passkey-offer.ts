import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useSettings } from '../session.ts';
import { offerAt, type PasskeyOffer } from './passkey-offer.ts';

/** Undefined until the settings are loaded. */
export function usePasskeyOffer(): PasskeyOffer | undefined {
  const { data } = useSettings();
  return (
    data &&
    offerAt(data, {
      origin: window.location.origin,
      isSecure: window.isSecureContext,
      hasWebauthn: browserSupportsWebAuthn(),
    })
  );
}
