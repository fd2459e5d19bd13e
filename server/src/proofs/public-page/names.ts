/** What the page calls things for which the record has only a code: kinds of issued documents, our own authority, networks. */

import { networkName } from '@sello/proof/networks';
import type { Language } from '../../http/language.ts';
import type { PublicRecord } from './public-record.ts';

const NAMES = {
  es: {
    /** The verdict for a page that also shows the state of an issued document: it is only about the time stamp. */
    ofStamp: {
      valid: 'Sello de tiempo acreditado',
      anchoring: 'Sello de tiempo acreditado, anclaje en proceso',
      test: 'Sello de tiempo de prueba',
      not_accredited: 'Sello de tiempo no acreditado',
    },
    types: {
      diploma: 'Diploma',
      constancia_de_vigencia: 'Constancia de vigencia',
      transcript: 'Historial de puntos',
    } as Readonly<Record<string, string>>,
    ownAuthority: 'Autoridad integrada de este servicio (sin acreditación)',
    ownChain: 'Cadena integrada de este servicio',
  },
  en: {
    ofStamp: {
      valid: 'Accredited time stamp',
      anchoring: 'Accredited time stamp, anchoring in progress',
      test: 'Test time stamp',
      not_accredited: 'Time stamp not accredited',
    },
    types: {
      diploma: 'Diploma',
      constancia_de_vigencia: 'Certificate of good standing',
      transcript: 'Transcript of points',
    } as Readonly<Record<string, string>>,
    ownAuthority: 'This service’s own authority (not accredited)',
    ownChain: 'This service’s own chain',
  },
};

export function stampVerdict(verdict: PublicRecord['verdict'], language: Language): string {
  return NAMES[language].ofStamp[verdict];
}

/** A type that a caller chose is shown as it is; the types of issued documents have names. */
export function documentTypeName({ document_type: type }: PublicRecord, language: Language): string {
  return NAMES[language].types[type ?? ''] ?? type ?? '';
}

export function providerName({ nom151 }: PublicRecord, language: Language): string {
  return nom151.own_authority ? NAMES[language].ownAuthority : nom151.psc;
}

/** The embedded chain is on no list of networks, so it is named after its owner. Undefined if nobody knows a name. */
export function chainName(network: string, trust: string | null, language: Language): string | undefined {
  return networkName(network) ?? (trust === 'operator' ? NAMES[language].ownChain : undefined);
}

/** Who vouches for the time. If it is no accredited provider, the claim begins with its name. */
export function whoSays({ nom151 }: PublicRecord): 'accredited' | 'own' | 'other' {
  if (nom151.accredited) return 'accredited';
  return nom151.own_authority ? 'own' : 'other';
}
