/** Names and reasons of checks for people. The English reasons are those of the proof library. */

import { LASTING_SPANISH, LASTING_TITLES, LASTING_WARNINGS } from './lasting-text.ts';
import type { Language } from './page-words.ts';

type Named = { en: string; es: string };

export function checkTitle(name: string, language: Language): string {
  const { key, anchor } = keyOf(name);
  const title = TITLES[key]?.[language] ?? key;
  if (anchor === undefined || anchor === '1') return title;
  return `${title} (${language === 'es' ? 'ancla' : 'anchor'} ${anchor})`;
}

/** The part of the evidence that a check belongs to. */
export function checkPart(name: string): 'document' | 'bundle' | 'timestamp' | 'blockchain' | 'originstamp' {
  const [part] = name.split('.', 1);
  return PARTS.find((known) => known === part) ?? 'bundle';
}

const PARTS = ['document', 'bundle', 'timestamp', 'blockchain', 'originstamp'] as const;

/** `blockchain.anchor 2.inclusion` is a check of the second anchor. */
function keyOf(name: string): { key: string; anchor: string | undefined } {
  const [, part, anchor, check] = /^(\w+)\.anchor (\d+)\.(\w+)$/.exec(name) ?? [];
  return part === undefined ? { key: name, anchor: undefined } : { key: `${part}.${check}`, anchor };
}

const TITLES: Readonly<Record<string, Named>> = {
  'document.file': { en: 'Your file', es: 'Su archivo' },
  'bundle.structure': { en: 'The bundle is as issued', es: 'El paquete está como se emitió' },
  'timestamp.structure': { en: 'The stamp is well-formed', es: 'El sello está bien formado' },
  'timestamp.status': { en: 'The authority granted it', es: 'La autoridad lo concedió' },
  'timestamp.imprint': { en: 'The stamp is for this document', es: 'Sella este documento' },
  'timestamp.nonce': { en: 'It answers the request that was made', es: 'Responde a esa misma solicitud' },
  'timestamp.policy': { en: 'The policy is known', es: 'La política es conocida' },
  'timestamp.gen_time': { en: 'Its time matches a clock', es: 'Su hora coincide con un reloj' },
  'timestamp.time_syntax': { en: 'Its times are well-formed', es: 'Sus horas están bien escritas' },
  'timestamp.signer_certificate': { en: 'The signer is known', es: 'Se conoce al firmante' },
  'timestamp.message_digest': {
    en: 'Nothing was changed after signing',
    es: 'Nada cambió después de firmar',
  },
  'timestamp.signature': { en: 'The signature is authentic', es: 'La firma es auténtica' },
  'timestamp.ess_certificate': { en: 'It names its own certificate', es: 'Nombra su propio certificado' },
  'timestamp.certificate_profile': {
    en: 'The certificate is for time stamping',
    es: 'El certificado es para sellar tiempo',
  },
  'timestamp.chain': {
    en: 'The chain ends at a trusted root',
    es: 'La cadena llega a una raíz de confianza',
  },
  ...LASTING_TITLES,
  'blockchain.structure': { en: 'The proof is well-formed', es: 'La prueba está bien formada' },
  'blockchain.document_digest': {
    en: 'The proof is for this document',
    es: 'La prueba es de este documento',
  },
  'blockchain.token_digest': {
    en: 'The proof is for this time stamp',
    es: 'La prueba es de este sello de tiempo',
  },
  'blockchain.leaf': { en: 'Document and stamp produce the entry', es: 'Documento y sello dan la entrada' },
  'blockchain.checkpoint': { en: 'The entry is in the log', es: 'La entrada está en la bitácora' },
  'blockchain.checkpoint_signature': { en: 'The log signed it', es: 'La bitácora lo firmó' },
  'blockchain.merkle_path': { en: 'The entry leads to the root', es: 'La entrada lleva a la raíz' },
  'blockchain.commitment': { en: 'The transaction contains the root', es: 'La transacción lleva la raíz' },
  'blockchain.inclusion': { en: 'The transaction is in the block', es: 'La transacción está en el bloque' },
  'blockchain.block_header': { en: 'The block is the one named', es: 'El bloque es el nombrado' },
  'blockchain.on_chain': { en: 'The block is on the chain', es: 'El bloque está en la cadena' },
  'originstamp.structure': { en: 'The proof is well-formed', es: 'La prueba está bien formada' },
  'originstamp.document_digest': {
    en: 'The proof is for this document',
    es: 'La prueba es de este documento',
  },
  'originstamp.merkle_tree': { en: 'The document leads to the root', es: 'El documento lleva a la raíz' },
  'originstamp.on_chain': { en: 'The root is on the chain', es: 'La raíz está en la cadena' },
};

export const CHECK_NAMES: readonly string[] = Object.keys(TITLES);

/** Spanish is translated piece by piece; a piece without a translation stays English. */
export function checkReason(because: string, language: Language): string {
  const text = language === 'en' ? because : because.split('; ').map(toSpanish).join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** For a test that every reason of genuine evidence has a translation. */
export function isTranslated(because: string): boolean {
  return because.split('; ').every((piece) => SPANISH.some(([pattern]) => pattern.test(piece)));
}

function toSpanish(piece: string): string {
  for (const [pattern, spanish] of SPANISH) {
    if (pattern.test(piece)) return piece.replace(pattern, spanish);
  }
  return piece;
}

const SPANISH: readonly (readonly [RegExp, string])[] = [
  ...LASTING_SPANISH,
  [
    /^one well-formed RFC 3161 time stamp, with nothing left over$/,
    'un sello de tiempo RFC 3161 bien formado, sin nada de más',
  ],
  [/^a well-formed response$/, 'una respuesta bien formada'],
  [/^a bare token has no status$/, 'un sello suelto no trae estado'],
  [/^granted with modifications$/, 'concedido con modificaciones'],
  [/^granted$/, 'concedido'],
  [/^the authority answered with status (.*)$/, 'la autoridad respondió con el estado $1'],
  [
    /^the authority says granted but sent no token$/,
    'la autoridad dice haberlo concedido, pero no envió el sello',
  ],
  [/^no document was given to compare with$/, 'no se dio ningún documento con qué comparar'],
  [/^no time-stamp token was given to compare with$/, 'no se dio ningún sello de tiempo con qué comparar'],
  [/^no nonce was given to compare with$/, 'solo quien pidió el sello puede comprobarlo'],
  [/^no clock was given to compare with$/, 'solo se comprueba al pedir el sello'],
  [/^the token stamps this document's (.*)$/, 'sella el $1 de este documento'],
  [/^the token stamps a (\S+); give the file, or its \S+$/, 'el sello es de un $1: dé el archivo, o su $1'],
  [/^the token stamps a (\S+)$/, 'el sello es de un $1'],
  [/^give the file, or its (\S+)$/, 'dé el archivo, o su $1'],
  [/^the proof is over a SHA-256$/, 'la prueba es de un SHA-256'],
  [/^the digest does not match: the token stamps (.*)$/, 'la huella no coincide: se selló $1'],
  [
    /^the digest does not match: the proof is about the document (.*)$/,
    'la huella no coincide: la prueba trata del documento $1',
  ],
  [
    /^the digest does not match: the proof is about the time-stamp token (.*)$/,
    'la huella no coincide: la prueba trata del sello $1',
  ],
  [/^the digest does not match: the proof is for (.*)$/, 'la huella no coincide: la prueba es de $1'],
  [/^the digest algorithm (.*) is weak or unknown$/, 'el algoritmo de huella $1 es débil o desconocido'],
  [/^all times are well-formed$/, 'todas las horas están bien escritas'],
  [
    /^(tolerated here \(\w+\): )?signingTime is a UTCTime with fractional seconds$/,
    'la hora de firma lleva fracciones donde no debería (se tolera a este prestador)',
  ],
  [/^the signer is (.*)$/, 'el firmante es $1'],
  [/^signed by the log (.*)$/, 'firmado por la bitácora $1'],
  [/^signed by (.*)$/, 'firmado por $1'],
  [/^the signature is not that of the signer$/, 'la firma no es la del firmante'],
  [
    /^the signed digest is that of the time-stamp information$/,
    'la huella firmada es la de los datos del sello',
  ],
  [
    /^the time-stamp information was changed after signing$/,
    'los datos del sello se cambiaron después de firmar',
  ],
  [/^the signature names the signer's certificate$/, 'la firma nombra el certificado del firmante'],
  [/^tolerated here \(ess_mismatch\): .*$/, 'la firma nombra otro certificado (se tolera a este prestador)'],
  [
    /^the signature names a certificate .* other than the signer's$/,
    'la firma nombra un certificado que no es el del firmante',
  ],
  [/^the signature does not name its certificate$/, 'la firma no nombra su certificado'],
  [/^a certificate for time stamping and nothing else$/, 'un certificado para sellar tiempo y nada más'],
  [
    /^tolerated here \(eku_missing\): .*$/,
    'el certificado no está marcado solo para sellar tiempo (se tolera a este prestador)',
  ],
  [
    /^the certificate is not marked for time stamping alone, as RFC 3161 demands$/,
    'el certificado no está marcado solo para sellar tiempo, como exige el RFC 3161',
  ],
  [
    /^tolerated here \(negative_serial\): .*$/,
    'el número de serie está escrito como negativo (se tolera a este prestador)',
  ],
  [
    /^tolerated here \(attribute_certificate_ignored\): .*$/,
    'trae certificados de atributos, que no se leyeron (se tolera a este prestador)',
  ],
  [
    /^tolerated here \(policy_unknown_in_arc\): (\S+) .*$/,
    '$1 es una política de la Secretaría de Economía que aquí no se conoce (se tolera a este prestador)',
  ],
  [/^issued under (.*)$/, 'emitido bajo $1'],
  [/^(\S+) is not a policy of (.*)$/, '$1 no es una política de $2'],
  [
    /^no trusted authority, so no list of policies applies$/,
    'sin autoridad de confianza no hay lista de políticas que aplicar',
  ],
  [/^leads to a root of (.*)$/, 'lleva a una raíz de $1'],
  [
    /^all certificates were valid at the token's time$/,
    'todos los certificados eran válidos a la hora del sello',
  ],
  [/^no certificate leads from (.*) to a root of (.*)$/, 'ningún certificado lleva de $1 a una raíz de $2'],
  [/^no trusted root was given$/, 'no se dio ninguna raíz de confianza'],
  [
    /^(".*") expired on (\S+), before the token's time (.*)$/,
    '$1 venció el $2, antes de la hora del sello ($3)',
  ],
  [/^(".*") was not valid before (.*)$/, '$1 no era válido antes del $2'],
  [/^the signer's certificate is not at hand$/, 'falta el certificado del firmante'],
  [/^an earlier check left nothing to look at$/, 'una comprobación anterior no dejó nada que mirar'],
  [/^not reached$/, 'no se llegó a ella'],
  [
    /^this is a constancia of NOM-151-SCFI-2002.*$/,
    'es una constancia de NOM-151-SCFI-2002, un formato propio y no un sello de tiempo RFC 3161',
  ],
  [/^the archive is as it was issued$/, 'el archivo está como se emitió'],
  [/^this is not an evidence bundle as issued: .*$/, 'no es un paquete de evidencia como se emitió'],
  [
    /^the archive holds no timestamp\.tsr with its chain\.pem$/,
    'el archivo no trae timestamp.tsr con su chain.pem',
  ],
  [/^a well-formed proof, with nothing left over$/, 'una prueba bien formada, sin nada de más'],
  [/^the proof is about this document$/, 'la prueba trata de este documento'],
  [/^the proof is about this time-stamp token$/, 'la prueba trata de este sello de tiempo'],
  [/^salt, document and time stamp give the leaf$/, 'sal, documento y sello dan la entrada'],
  [
    /^the leaf is not made of this salt, document and time stamp$/,
    'la entrada no sale de esta sal, documento y sello',
  ],
  [/^the leaf is number (\d+) of (\d+) in the log (.*)$/, 'es la entrada $1 de $2 en la bitácora $3'],
  [/^the checkpoint is of another log, (.*)$/, 'el punto de control es de otra bitácora, $1'],
  [/^the path does not lead from the leaf to the root$/, 'el camino no lleva de la entrada a la raíz'],
  [
    /^the path leads to another root or size than the checkpoint states$/,
    'el camino lleva a otra raíz o tamaño que el punto de control',
  ],
  [/^no key of the log was given$/, 'no se dio ninguna clave de la bitácora'],
  [
    /^none of the given keys signed for the log (.*)$/,
    'ninguna de las claves dadas firmó por la bitácora $1',
  ],
  [/^a signature is not by the key that it names$/, 'una firma no es de la clave que nombra'],
  [/^the leaf leads to the root (.*)$/, 'la entrada lleva a la raíz $1'],
  [/^the transaction (\S+) says the root$/, 'la transacción $1 lleva la raíz'],
  [/^the transaction has another hash$/, 'la transacción tiene otro hash'],
  [/^the transaction does not say the root$/, 'la transacción no lleva la raíz'],
  [/^the transaction is number (\d+) of the block$/, 'la transacción es la número $1 del bloque'],
  [
    /^the nodes do not lead from the block to the transaction$/,
    'los nodos no llevan del bloque a la transacción',
  ],
  [
    /^the proof ends at the transaction: .*$/,
    'la prueba termina en la transacción: esta cadena no deja mostrar más',
  ],
  [/^the proof holds no header of this chain$/, 'la prueba no trae el encabezado de esta cadena'],
  [/^block (\d+) of (\S+) has this hash$/, 'el bloque $1, de $2, tiene este hash'],
  [/^the header has the hash (.*)$/, 'el encabezado tiene el hash $1'],
  [
    /^the header has another number or time than the proof states$/,
    'el encabezado tiene otro número u hora que la prueba',
  ],
  [
    /^the chain was not asked$/,
    'no se consultó la cadena: compare el hash del bloque con una fuente que sea suya',
  ],
  [
    /^no block of the proof is among the trusted ones, or none is shown to hold it$/,
    'ningún bloque de la prueba es el que usted dio',
  ],
  [/^the block (\S+) is on (.*)$/, 'el bloque $1 está en $2'],
  [
    /^OpenTimestamps leads from the root to Bitcoin block (\d+)$/,
    'OpenTimestamps lleva de la raíz al bloque $1 de Bitcoin',
  ],
  [/^the root is under the Merkle root of the block$/, 'la raíz está bajo la raíz de Merkle del bloque'],
  [/^the proof holds no header$/, 'la prueba no trae encabezado'],
  [/^look up the Merkle root of the block$/, 'busque la raíz de Merkle del bloque'],
  [/^the stamped hash is this document's SHA-256$/, 'lo sellado es el SHA-256 de este documento'],
  [/^the hash leads to the root (.*)$/, 'la huella lleva a la raíz $1'],
  [
    /^the node (\S+) is not the hash of the two below it$/,
    'el nodo $1 no es el hash de los dos que tiene debajo',
  ],
  [/^one tree with one stamped hash$/, 'un árbol con una sola huella sellada'],
  [/^the file names no transaction or block$/, 'el archivo no nombra transacción ni bloque'],
  [/^look up the address of its root$/, 'busque la dirección de su raíz'],
];

/** Remarks that do not make evidence invalid. */
export function warningText(code: string, message: string, language: Language): string {
  if (language === 'en') return message.charAt(0).toUpperCase() + message.slice(1);
  return WARNINGS[code] ?? message;
}

const WARNINGS: Readonly<Record<string, string>> = {
  ...LASTING_WARNINGS,
  eku_missing: 'El certificado del firmante no está marcado solo para sellar tiempo, como exige el RFC 3161.',
  ess_mismatch: 'La firma nombra un certificado que no es el del firmante.',
  signing_time_syntax: 'La hora de firma lleva fracciones donde no debería.',
  negative_serial: 'El número de serie está escrito como negativo.',
  attribute_certificate_ignored: 'El sello trae certificados de atributos, que no se leyeron.',
  policy_unknown_in_arc: 'La política es de la Secretaría de Economía, pero aquí no se conoce.',
  nonce_absent: 'El sello no repite el número de la solicitud.',
  not_anchored: 'La bitácora tiene el documento; ninguna cadena tiene aún la bitácora.',
  not_final: 'El bloque todavía puede ser reemplazado.',
  operator_chain: 'La cadena es del propio operador de la bitácora: no es un testigo independiente.',
  permissioned_chain: 'La cadena es de un grupo cerrado, que puede reescribirla si se pone de acuerdo.',
  inclusion_not_shown: 'Sin conexión no se puede mostrar que la transacción está en el bloque.',
};
