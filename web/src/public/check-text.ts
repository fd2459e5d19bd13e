/** Reasons of checks and warnings, in words for people. The English reasons are those of the proof library. */

import { ASIC_SPANISH, ASIC_WARNINGS } from './asic-text.ts';
import { CONTAINER_SPANISH } from './container-text.ts';
import { LASTING_SPANISH, LASTING_WARNINGS } from './lasting-text.ts';
import type { Language } from './page-words.ts';
import { PDF_SPANISH } from './pdf-text.ts';
import { RECEIPT_SPANISH } from './receipt-text.ts';
import { RECORD_SPANISH } from './record-text.ts';

/** Spanish is translated piece by piece; a piece without a translation stays English. */
export function checkReason(because: string, language: Language): string {
  const text = language === 'en' ? because : because.split('; ').map(toSpanish).join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Used by a test that requires a translation for every reason of genuine evidence. */
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
  ...PDF_SPANISH,
  ...RECEIPT_SPANISH,
  ...ASIC_SPANISH,
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
  [/^the certificate calls the signer (.*)$/, 'el certificado llama al firmante $1'],
  [
    /^signed by the log (\S+) with the key (\S+(?: \(ML-DSA-44\))?)$/,
    'firmado por el registro público $1 con la clave $2',
  ],
  [/^signed by the log (\S+) with the keys (.*)$/, 'firmado por el registro público $1 con las claves $2'],
  [
    /^signed with (.*), which this program cannot check$/,
    'firmado con $1, que este programa no puede comprobar',
  ],
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
  [
    /^no certificate leads from (.*) to a root of (.*): (".*"): signed with (.*), which this program cannot check$/,
    'ningún certificado lleva de $1 a una raíz de $2: $3 está firmado con $4, que este programa no puede comprobar',
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
    /^that root came with the evidence, and nobody vouches for it here$/,
    'esa raíz vino con la evidencia y aquí nadie responde por ella',
  ],
  [
    /^a document was given, and no proof here could be compared with it$/,
    'dio un documento, y ninguna prueba de aquí se pudo comparar con él',
  ],
  [
    /^a root certificate was given, and there is no time stamp here whose chain could lead to it$/,
    'dio un certificado raíz, y aquí no hay ningún sello de tiempo cuya cadena pueda llegar a él',
  ],
  [
    /^a key of a log was given, and nothing here is signed by a log$/,
    'dio la clave de un registro público, y aquí nada está firmado por un registro público',
  ],
  [
    /^a block was given, and no proof here leads to a block$/,
    'dio un bloque, y ninguna prueba de aquí lleva a un bloque',
  ],
  [
    /^the bundle holds another (time stamp|blockchain proof) than the one given beside it$/,
    'el paquete trae otra prueba que la que se dio aparte',
  ],
  [/^check them one at a time$/, 'compruébelas una por una'],
  [
    /^this is a constancia of NOM-151-SCFI-2002.*$/,
    'es una constancia de NOM-151-SCFI-2002, un formato propio y no un sello de tiempo RFC 3161',
  ],
  ...CONTAINER_SPANISH,
  ...RECORD_SPANISH,
  [/^a well-formed proof, with nothing left over$/, 'una prueba bien formada, sin nada de más'],
  [/^the proof is about this document$/, 'la prueba trata de este documento'],
  [/^the proof is about this time-stamp token$/, 'la prueba trata de este sello de tiempo'],
  [
    /^the leaf has the form (.*), which this verifier does not know: use a newer one$/,
    'la entrada tiene la forma $1, que este verificador no conoce: use uno más nuevo',
  ],
  [/^salt, document and time stamp give the leaf$/, 'sal, documento y sello dan la entrada'],
  [
    /^the leaf is not made of this salt, document and time stamp$/,
    'la entrada no sale de esta sal, documento y sello',
  ],
  [/^the leaf is number (\d+) of (\d+) in the log (.*)$/, 'es la entrada $1 de $2 en el registro público $3'],
  [/^the checkpoint is of another log, (.*)$/, 'el punto de control es de otro registro público, $1'],
  [/^the path does not lead from the leaf to the root$/, 'el camino no lleva de la entrada a la raíz'],
  [
    /^the path leads to another root or size than the checkpoint states$/,
    'el camino lleva a otra raíz o tamaño que el punto de control',
  ],
  [
    /^checkpoint and anchors say the same of this log and its blocks$/,
    'punto de control y anclas dicen lo mismo de este registro público y sus bloques',
  ],
  [
    /^anchor (\d+) says leaf (\d+) of (\d+), the checkpoint says (\d+) of (\d+)$/,
    'el ancla $1 dice entrada $2 de $3; el punto de control, $4 de $5',
  ],
  [
    /^two paths disagree about the leaves (\d+) to (\d+) of the log$/,
    'dos caminos se contradicen sobre las entradas $1 a $2 del registro público',
  ],
  [
    /^anchor (\d+) contradicts another one about block (\d+) of (.*)$/,
    'el ancla $1 contradice a otra sobre el bloque $2 de $3',
  ],
  [
    /^the block of (\S+) is not earlier than the time stamp$/,
    'el bloque, de $1, no es anterior al sello de tiempo',
  ],
  [
    /^the block of (\S+) is (\d+) seconds earlier than the time stamp that it is said to hold$/,
    'el bloque, de $1, es $2 segundos anterior al sello de tiempo que dice guardar',
  ],
  [/^no time stamp was given to compare with$/, 'no se dio ningún sello de tiempo con qué comparar'],
  [
    /^time stamp and proof are about the same document$/,
    'sello de tiempo y prueba tratan del mismo documento',
  ],
  [/^the time stamp is of (\w{64}), the proof of (\w{64})$/, 'el sello de tiempo es de $1; la prueba, de $2'],
  [
    /^the time stamp is of a (.*), the proof of a SHA-256$/,
    'el sello de tiempo es de un $1; la prueba, de un SHA-256',
  ],
  [/^the proof is in no block yet$/, 'la prueba aún no está en ningún bloque'],
  [/^(\S+) is no network of Bitcoin$/, '$1 no es una red de Bitcoin'],
  [/^no key of the log was given$/, 'no se dio ninguna clave del registro público'],
  [
    /^none of the given keys signed for the log (.*)$/,
    'ninguna de las claves dadas firmó por el registro público $1',
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

/** The text of a warning, which does not make evidence invalid. */
export function warningText(code: string, message: string, language: Language): string {
  // The name of a network, such as `eip155:1`, does not get a capital letter.
  if (language === 'en') return message.replace(/^[a-z](?![a-z0-9]*:)/, (first) => first.toUpperCase());
  return WARNINGS[code] ?? message;
}

const WARNINGS: Readonly<Record<string, string>> = {
  ...LASTING_WARNINGS,
  ...ASIC_WARNINGS,
  eku_missing: 'El certificado del firmante no está marcado solo para sellar tiempo, como exige el RFC 3161.',
  ess_mismatch: 'La firma nombra un certificado que no es el del firmante.',
  signing_time_syntax: 'La hora de firma lleva fracciones donde no debería.',
  negative_serial: 'El número de serie está escrito como negativo.',
  attribute_certificate_ignored: 'El sello trae certificados de atributos, que no se leyeron.',
  policy_unknown_in_arc: 'La política es de la Secretaría de Economía, pero aquí no se conoce.',
  stamp_shared:
    'El sello de tiempo es sobre un árbol de huellas, entre ellas la de este documento: no es una constancia solo de este documento.',
  receipt_without_time:
    'El recibo muestra que el documento está en un registro público; no es un sello de tiempo y no dice cuándo.',
  nonce_absent: 'El sello no repite el número de la solicitud.',
  not_anchored: 'El registro público tiene el documento; ninguna cadena tiene aún el registro público.',
  not_final: 'El bloque todavía puede ser reemplazado.',
  operator_chain: 'La cadena es del propio operador del registro público: no es un testigo independiente.',
  unknown_network:
    'La red no es una de las redes públicas que este verificador conoce: quien la opera quizá pueda reescribirla.',
  test_network: 'La red es de pruebas.',
  permissioned_chain: 'La cadena es de un grupo cerrado, que puede reescribirla si se pone de acuerdo.',
  inclusion_not_shown: 'Sin conexión no se puede mostrar que la transacción está en el bloque.',
};
