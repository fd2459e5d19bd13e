/** Names for things of which a certificate has only a code: kinds of issued documents, our authority, networks. */

import { networkName } from '@sello/proof/networks';
import { useText } from '../../i18n/use-text.ts';

const EN = {
  types: {
    diploma: 'Diploma',
    constancia_de_vigencia: 'Certificate of good standing',
    transcript: 'Transcript of points',
  } as Readonly<Record<string, string>>,
  ownAuthority: 'This service’s own authority (not accredited)',
  ownChain: 'This service’s own chain',
};

const TEXT: Record<'en' | 'es', typeof EN> = {
  en: EN,
  es: {
    types: {
      diploma: 'Diploma',
      constancia_de_vigencia: 'Constancia de vigencia',
      transcript: 'Historial de puntos',
    },
    ownAuthority: 'Autoridad integrada de este servicio (sin acreditación)',
    ownChain: 'Cadena integrada de este servicio',
  },
};

/** The name that the embedded authority writes into its tokens. */
const OWN_AUTHORITY = 'Sello embedded authority (development, no legal value)';

export const isOwnAuthority = (name: string): boolean => name === OWN_AUTHORITY;

export function useNames() {
  const text = useText(TEXT);
  return {
    /** A type that a caller chose stays as it is. */
    documentType: (type: string) => text.types[type] ?? type,
    provider: (name: string) => (isOwnAuthority(name) ? text.ownAuthority : name),
    /** `isOwn`: whether the operator of this service runs the chain. Undefined if no name is known. */
    network: (network: string, isOwn: boolean) => networkName(network) ?? (isOwn ? text.ownChain : undefined),
  };
}
