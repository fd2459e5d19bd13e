/** Titles of checks for people. Each says what holds or what does not, so that no title contradicts its mark. */

import type { EvidenceCheck } from '@sello/proof';
import { ASIC_TITLES } from './asic-text.ts';
import { CONTAINER_TITLES } from './container-text.ts';
import { LASTING_TITLES } from './lasting-text.ts';
import type { Language } from './page-words.ts';
import { PDF_TITLES } from './pdf-text.ts';
import { RECEIPT_TITLES } from './receipt-text.ts';
import { RECORD_TITLES } from './record-text.ts';

export function checkTitle(name: string, outcome: EvidenceCheck['outcome'], language: Language): string {
  const { key, anchor } = keyOf(name);
  const [holds, fails, odd = fails] = TITLES[key]?.[language] ?? [key, key];
  const title = titleFor(outcome, key, { holds, fails, odd, language });
  const tolerated = outcome === 'tolerated' ? TOLERATED[language] : '';
  if (anchor === undefined || anchor === '1') return `${title}${tolerated}`;
  return `${title} (${language === 'es' ? 'ancla' : 'anchor'} ${anchor})${tolerated}`;
}

function titleFor(
  outcome: EvidenceCheck['outcome'],
  key: string,
  { holds, fails, odd, language }: { holds: string; fails: string; odd: string; language: Language },
): string {
  if (outcome === 'pass' || outcome === 'skipped') return holds;
  if (outcome === 'tolerated') return odd;
  // An unconfirmed check did not fail: the browser lacks the algorithm. Two kinds have titles of their own: a chain
  // that leads to no known root, and files of a container that nothing covers.
  const isOfContainer = Object.hasOwn(ASIC_TITLES, key);
  return outcome === 'unconfirmed' && !key.endsWith('.chain') && !isOfContainer ? UNCHECKED[language] : fails;
}

const UNCHECKED: Readonly<Record<Language, string>> = {
  en: 'This browser cannot check it',
  es: 'Este navegador no puede comprobarlo',
};

const TOLERATED: Readonly<Record<Language, string>> = {
  en: ': tolerated for this provider',
  es: ': se tolera a este prestador',
};

/** The part of the evidence to which a check belongs. */
export function checkPart(name: string): (typeof PARTS)[number] {
  const [part] = name.split('.', 1);
  return PARTS.find((known) => known === part) ?? 'bundle';
}

const PARTS = [
  'document',
  'bundle',
  'constancia',
  'pdf',
  'asic',
  'timestamp',
  'blockchain',
  'originstamp',
  'record',
  'receipt',
  'demand',
] as const;

/** `blockchain.anchor 2.inclusion` is a check of the second anchor. */
function keyOf(name: string): { key: string; anchor: string | undefined } {
  const [, part, anchor, check] = /^(\w+)\.anchor (\d+)\.(\w+)$/.exec(name) ?? [];
  return part === undefined ? { key: name, anchor: undefined } : { key: `${part}.${check}`, anchor };
}

type Title = readonly [holds: string, fails: string, odd?: string];

const TITLES: Readonly<Record<string, Readonly<Record<Language, Title>>>> = {
  'document.file': { en: ['Your file', 'This is not the file'], es: ['Su archivo', 'No es el archivo'] },
  ...CONTAINER_TITLES,
  ...PDF_TITLES,
  ...ASIC_TITLES,
  'bundle.tsr': {
    en: ['The time stamp is the one in the bundle', 'The bundle has another time stamp'],
    es: ['El sello es el del paquete', 'El paquete trae otro sello'],
  },
  'bundle.xml': {
    en: ['The proof is the one in the bundle', 'The bundle has another proof'],
    es: ['La prueba es la del paquete', 'El paquete trae otra prueba'],
  },
  'timestamp.structure': {
    en: ['The stamp is well-formed', 'The stamp is not well-formed', 'The stamp is written in an odd way'],
    es: [
      'El sello está bien formado',
      'El sello no está bien formado',
      'El sello está escrito de un modo peculiar',
    ],
  },
  'timestamp.status': {
    en: ['The authority granted it', 'The authority did not grant it'],
    es: ['La autoridad lo concedió', 'La autoridad no lo concedió'],
  },
  'timestamp.imprint': {
    en: ['The stamp is for this document', 'The stamp is not for this document'],
    es: ['Sella este documento', 'No sella este documento'],
  },
  'timestamp.nonce': {
    en: ['It answers the request that was made', 'It answers another request'],
    es: ['Responde a esa misma solicitud', 'Responde a otra solicitud'],
  },
  'timestamp.policy': {
    en: ['The policy is known', 'The policy is not a known one'],
    es: ['La política es conocida', 'La política no es conocida'],
  },
  'timestamp.gen_time': {
    en: ['Its time matches a clock', 'Its time does not match the clock'],
    es: ['Su hora coincide con un reloj', 'Su hora no coincide con el reloj'],
  },
  'timestamp.time_syntax': {
    en: ['Its times are well-formed', 'A time in it is not well-formed'],
    es: ['Sus horas están bien escritas', 'Una de sus horas está mal escrita'],
  },
  'timestamp.signer_certificate': {
    en: ['The signer’s certificate is there', 'The signer’s certificate is missing'],
    es: ['Está el certificado del firmante', 'Falta el certificado del firmante'],
  },
  'timestamp.message_digest': {
    en: ['Nothing was changed after signing', 'It was changed after signing'],
    es: ['Nada cambió después de firmar', 'Se cambió después de firmar'],
  },
  'timestamp.signature': {
    en: ['The signature is authentic', 'The signature is not authentic'],
    es: ['La firma es auténtica', 'La firma no es auténtica'],
  },
  'timestamp.ess_certificate': {
    en: ['It names its own certificate', 'It names another certificate'],
    es: ['Nombra su propio certificado', 'Nombra otro certificado'],
  },
  'timestamp.certificate_profile': {
    en: ['The certificate is for time stamping', 'The certificate is not for time stamping alone'],
    es: ['El certificado es para sellar tiempo', 'El certificado no es solo para sellar tiempo'],
  },
  'timestamp.chain': {
    en: ['The chain ends at a trusted root', 'The chain ends at no trusted root'],
    es: ['La cadena llega a una raíz de confianza', 'La cadena no llega a ninguna raíz de confianza'],
  },
  ...LASTING_TITLES,
  'blockchain.structure': {
    en: ['The proof is well-formed', 'The proof is not well-formed'],
    es: ['La prueba está bien formada', 'La prueba no está bien formada'],
  },
  'blockchain.document_digest': {
    en: ['The proof is for this document', 'The proof is not for this document'],
    es: ['La prueba es de este documento', 'La prueba no es de este documento'],
  },
  'blockchain.token_digest': {
    en: ['The proof is for this time stamp', 'The proof is not for this time stamp'],
    es: ['La prueba es de este sello de tiempo', 'La prueba no es de este sello de tiempo'],
  },
  'blockchain.same_document': {
    en: ['Stamp and proof are for one document', 'Stamp and proof are for different documents'],
    es: ['Sello y prueba son del mismo documento', 'Sello y prueba son de documentos distintos'],
  },
  'blockchain.leaf': {
    en: ['Document and stamp produce the entry', 'Document and stamp do not produce the entry'],
    es: ['Documento y sello dan la entrada', 'Documento y sello no dan la entrada'],
  },
  'blockchain.checkpoint': {
    en: ['The entry is in the log', 'The entry is not in the log'],
    es: ['La entrada está en el registro público', 'La entrada no está en el registro público'],
  },
  'blockchain.checkpoint_signature': {
    en: ['The log signed it', 'The log did not sign it'],
    es: ['El registro público lo firmó', 'El registro público no lo firmó'],
  },
  'blockchain.algorithms': {
    en: ['Its algorithms still count', 'An algorithm in it no longer counts'],
    es: ['Sus algoritmos aún cuentan', 'Un algoritmo suyo ya no cuenta'],
  },
  'blockchain.agreement': {
    en: ['Log and blocks agree', 'The proof contradicts itself'],
    es: ['Registro público y bloques concuerdan', 'La prueba se contradice'],
  },
  'blockchain.merkle_path': {
    en: ['The entry leads to the root', 'The entry does not lead to the root'],
    es: ['La entrada lleva a la raíz', 'La entrada no lleva a la raíz'],
  },
  'blockchain.commitment': {
    en: ['The transaction contains the root', 'The transaction does not contain the root'],
    es: ['La transacción lleva la raíz', 'La transacción no lleva la raíz'],
  },
  'blockchain.inclusion': {
    en: ['The transaction is in the block', 'The transaction is not in the block'],
    es: ['La transacción está en el bloque', 'La transacción no está en el bloque'],
  },
  'blockchain.block_header': {
    en: ['The block is the one named', 'The block is not the one named'],
    es: ['El bloque es el nombrado', 'El bloque no es el nombrado'],
  },
  'blockchain.time_order': {
    en: ['The block is not earlier than the stamp', 'The block is earlier than the stamp'],
    es: ['El bloque no es anterior al sello', 'El bloque es anterior al sello'],
  },
  'blockchain.on_chain': {
    en: ['The block is on the chain', 'The block is not the one on the chain'],
    es: ['El bloque está en la cadena', 'El bloque no es el de la cadena'],
  },
  'originstamp.structure': {
    en: ['The proof is well-formed', 'The proof is not well-formed'],
    es: ['La prueba está bien formada', 'La prueba no está bien formada'],
  },
  'originstamp.document_digest': {
    en: ['The proof is for this document', 'The proof is not for this document'],
    es: ['La prueba es de este documento', 'La prueba no es de este documento'],
  },
  'originstamp.algorithms': {
    en: ['Its algorithms still count', 'An algorithm in it no longer counts'],
    es: ['Sus algoritmos aún cuentan', 'Un algoritmo suyo ya no cuenta'],
  },
  'originstamp.same_document': {
    en: ['Stamp and proof are for one document', 'Stamp and proof are for different documents'],
    es: ['Sello y prueba son del mismo documento', 'Sello y prueba son de documentos distintos'],
  },
  'originstamp.merkle_tree': {
    en: ['The document leads to the root', 'The document does not lead to the root'],
    es: ['El documento lleva a la raíz', 'El documento no lleva a la raíz'],
  },
  'originstamp.on_chain': {
    en: ['The root is on the chain', 'The root is not on the chain'],
    es: ['La raíz está en la cadena', 'La raíz no está en la cadena'],
  },
  ...RECORD_TITLES,
  ...RECEIPT_TITLES,
  'demand.document': {
    en: ['The document was compared', 'The document was not compared'],
    es: ['El documento se comparó', 'El documento no se comparó'],
  },
  'demand.root': {
    en: ['The root was compared', 'The root was not compared'],
    es: ['La raíz se comparó', 'La raíz no se comparó'],
  },
  'demand.log_key': {
    en: ['The key of the log was used', 'The key of the log was not used'],
    es: ['La clave del registro público se usó', 'La clave del registro público no se usó'],
  },
  'demand.trusted_block': {
    en: ['The block was compared', 'The block was not compared'],
    es: ['El bloque se comparó', 'El bloque no se comparó'],
  },
};

export const CHECK_NAMES: readonly string[] = Object.keys(TITLES);
