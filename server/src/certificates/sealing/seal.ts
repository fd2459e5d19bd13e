/** Sealed copies of PDFs: what may be requested, the state of a copy, and why a PDF cannot be sealed. */

import type { Actor } from '../../kernel/actor.ts';
import type { Text } from '../../kernel/errors.ts';
import type { CertificateId } from '../../kernel/ids.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';

/** `pdf` refuses a file that cannot be sealed; `pdf_if_possible` certifies it without a copy. */
export const SEAL_WISHES = ['pdf', 'pdf_if_possible'] as const;
export type SealWish = (typeof SEAL_WISHES)[number];

export const SEAL_STATUSES = ['queued', 'sealed', 'refused', 'failed'] as const;
type SealStatus = (typeof SEAL_STATUSES)[number];

/** Why there is no sealed copy. The first ones are known before anything is bought. */
export const SEAL_FAULTS = {
  not_pdf: { en: 'it is no PDF', es: 'no es un PDF' },
  pdf_encrypted: {
    en: 'it is encrypted; send it without a password',
    es: 'está cifrado; envíelo sin contraseña',
  },
  pdf_certified_no_changes: {
    en: 'it is signed by somebody who allows no change to it (DocMDP 1)',
    es: 'lo firmó alguien que no permite ningún cambio (DocMDP 1)',
  },
  pdf_malformed: {
    en: 'it is damaged or built in a way in which nothing can be added without changing it',
    es: 'está dañado o construido de un modo en que nada se le puede agregar sin alterarlo',
  },
  pdf_too_costly: {
    en: 'it takes more time or memory than one call may use',
    es: 'requiere más tiempo o memoria de lo que permite una llamada',
  },
  file_erased: {
    en: 'the original was erased before its copy was made',
    es: 'el original se borró antes de hacer la copia',
  },
  storage_full: {
    en: 'there was no room for the copy any more',
    es: 'ya no había espacio para la copia',
  },
  sealing_failed: {
    en: 'it failed again and again; ask the operator of this service',
    es: 'falló una y otra vez; pregunte al operador de este servicio',
  },
} as const satisfies Record<string, Text>;
export type SealFault = keyof typeof SEAL_FAULTS;
export const SEAL_FAULT_CODES = Object.keys(SEAL_FAULTS) as SealFault[];

/** Another certificate that belongs to this one. */
export type LinkedCertificate = { id: CertificateId; sha256: Sha256Hex; code: string };

/** The copy that was requested with a certificate. */
export type SealedCopy = {
  wish: SealWish;
  status: SealStatus;
  fault: SealFault | undefined;
  /** The certificate of the copy, once it is sealed. */
  copy: LinkedCertificate | undefined;
};

/** The part of an actor that is stored with an order. */
export type Requester = Pick<Actor, 'type' | 'id' | 'role'>;

/** The data written with a certificate for the worker that makes its copy. */
export type SealOrder = {
  status: Extract<SealStatus, 'queued' | 'refused'>;
  fault: SealFault | undefined;
  copyId: CertificateId;
  orderId: CertificateId;
  fileId: Uint8Array;
  /** The person who ordered it; undefined for a key. */
  orderedBy: Requester | undefined;
  /** The certificate that is reserved for the copy; undefined in test mode and for a refused copy. */
  reservation: number | undefined;
};
