/**
 * The steps of validation that an acta prints. The commands contain only fixed names, hexadecimal digits and numbers,
 * and never text chosen by a caller. A test runs each of them in a shell without a network.
 */

import { logKeyCommands, wayCommand } from '@sello/proof';
import { digestOfFile } from '../../kernel/file-digest.ts';
import type { Bilingual } from '../constancia/facts.ts';
import type { Step } from './acta.ts';
import { type CourtFacts, EVIDENCE_FOLDER, ORIGINAL_FOLDER, REMINDER, STEPS_FOLDER } from './facts.ts';

const CHAIN = `${EVIDENCE_FOLDER}chain.pem`;
const TSR = `${EVIDENCE_FOLDER}timestamp.tsr`;
const TOKEN = `${STEPS_FOLDER}token.der`;
const TST_INFO = `${STEPS_FOLDER}tstinfo.der`;

export function stepsOf(facts: CourtFacts): Step[] {
  const steps = [
    nothingChanged(facts),
    original(facts),
    signature(facts),
    ...(facts.stamp.isOrdinary ? [wholeStamp(facts)] : []),
    stampedContent(facts),
    ...(facts.stamp.way === undefined ? [] : [wayToStamp(facts, facts.stamp.way)]),
    signer(facts),
    root(facts),
    ...(facts.evidence.has('log-key.txt') ? [logSignature()] : []),
  ];
  return steps.map((step, index) => ({ number: index + 1, ...step }));
}

type Unnumbered = Omit<Step, 'number'>;

/**
 * Compares the list byte by byte with the fingerprints of the files. `sha256sum -c` would overlook an added file, or a
 * digit in the list that was changed to a capital.
 */
function nothingChanged({ certificate }: CourtFacts): Unnumbered {
  // The list cannot contain an original of which only a longer digest is known; step 2 compares that original.
  const originals = certificate.file.sha256 === undefined ? REMINDER : ORIGINAL_FOLDER;
  const places = `LEAME.html LEAME.txt acta.pdf ${EVIDENCE_FOLDER} ${originals}`;
  return {
    title: {
      es: 'Que no falta, sobra ni cambió ningún archivo de la carpeta',
      en: 'That no file of the folder is missing, was added or was changed',
    },
    commands: [
      `find ${places} -type f | LC_ALL=C sort | xargs sha256sum | diff SHA256SUMS - && echo SIN CAMBIOS`,
    ],
    expected: ['SIN CAMBIOS'],
    meaning: {
      es: 'Cada archivo es, bit por bit, el que se entregó. Si algo cambió, aparecen en su lugar las líneas que difieren.',
      en: 'Each file is, bit by bit, the one that was handed over. If anything changed, the lines that differ appear instead.',
    },
  };
}

function original({ certificate, original }: CourtFacts): Unnumbered {
  const { algorithm, value } = digestOfFile(certificate.file);
  return {
    title: { es: 'La huella del archivo original', en: 'The fingerprint of the original file' },
    commands: [`${algorithm.replace('-', '').toLowerCase()}sum ${original.path}`],
    expected: [`${value}  ${original.path}`],
    meaning: {
      es: `Es la huella ${algorithm} que esta acta declara. Con un solo bit distinto en el archivo, sería otra.`,
      en: `It is the ${algorithm} fingerprint that this document states. With a single different bit in the file it would be another.`,
    },
  };
}

/**
 * `openssl ts -verify` refuses genuine constancias of Mexican providers, whose signing certificates lack the purpose of
 * time stamping. But every token can be verified as signed data, at its own time.
 */
function signature({ stamp }: CourtFacts): Unnumbered {
  return {
    title: { es: 'La firma del sello de tiempo', en: 'The signature of the time stamp' },
    commands: [
      `mkdir -p ${STEPS_FOLDER}`,
      `tail -c +${stamp.tokenOffset + 1} ${TSR} > ${TOKEN}`,
      `openssl cms -verify -inform DER -in ${TOKEN} -CAfile ${CHAIN} -purpose any -attime ${stamp.genTimeSeconds} -binary -out ${TST_INFO}`,
    ],
    expected: ['erification successful'],
    meaning: {
      es: 'La firma corresponde al contenido del sello y al certificado del firmante, que a la hora del sello estaba vigente y llega a la raíz de la cadena.',
      en: "The signature fits the content of the stamp and the signer's certificate, which was valid at the time of the stamp and leads to the root of the chain.",
    },
  };
}

function wholeStamp({ stamp, original }: CourtFacts): Unnumbered {
  if (stamp.way !== undefined)
    return {
      title: { es: 'El sello completo, en una sola orden', en: 'The whole stamp, in one command' },
      commands: [
        `openssl ts -verify -in ${TSR} -digest ${stamp.stampedSha256} -CAfile ${CHAIN} -attime ${stamp.genTimeSeconds}`,
      ],
      expected: ['Verification: OK'],
      meaning: {
        es: 'El sello de tiempo es de la raíz del árbol, cuya huella está en la orden.',
        en: 'The time stamp is of the root of the tree, whose hash is in the command.',
      },
    };
  return {
    title: { es: 'El sello y el archivo, en una sola orden', en: 'The stamp and the file, in one command' },
    commands: [
      `openssl ts -verify -in ${TSR} -data ${original.path} -CAfile ${CHAIN} -attime ${stamp.genTimeSeconds}`,
    ],
    expected: ['Verification: OK'],
    meaning: {
      es: 'El sello de tiempo es de este archivo exacto.',
      en: 'The time stamp is of this exact file.',
    },
  };
}

/** OpenSSL prints these hexadecimal digits in capitals. */
function stampedContent({ stamp, certificate }: CourtFacts): Unnumbered {
  const time = stamp.genTime.replace(/[-:T]/g, '');
  const meaning: Bilingual =
    stamp.way === undefined
      ? {
          es: `El sello contiene la huella del paso 2 (aquí con mayúsculas) y la hora ${stamp.genTime}, en tiempo universal.`,
          en: `The stamp contains the fingerprint of step 2 (in capitals here) and the time ${stamp.genTime}, in universal time.`,
        }
      : {
          es: `El sello contiene la raíz de un árbol de huellas (aquí con mayúsculas), no la huella del archivo, y la hora ${stamp.genTime}, en tiempo universal. El paso siguiente lleva del archivo a esa raíz.`,
          en: `The stamp contains the root of a tree of fingerprints (in capitals here), not the fingerprint of the file, and the time ${stamp.genTime}, in universal time. The next step leads from the file to that root.`,
        };
  const stamped =
    stamp.way === undefined ? digestOfFile(certificate.file).value : (stamp.stampedSha256 ?? '');
  return {
    title: {
      es: 'La huella y la hora que se sellaron',
      en: 'The fingerprint and the time that were stamped',
    },
    commands: [`openssl asn1parse -inform DER -in ${TST_INFO} | grep -E 'HEX DUMP|GENERALIZEDTIME'`],
    expected: [`[HEX DUMP]:${stamped.toUpperCase()}`, `:${time}`],
    meaning,
  };
}

/** The hashes of the way are those in `evidence-record.ers`. */
function wayToStamp({ stamp, original }: CourtFacts, way: readonly string[]): Unnumbered {
  const { stampedSha256 = '' } = stamp;
  return {
    title: {
      es: 'Que el archivo está en el árbol que se selló',
      en: 'That the file is in the tree that was stamped',
    },
    commands: [wayCommand(`$(sha256sum ${original.path} | cut -c 1-64)`, way, stampedSha256)],
    expected: [stampedSha256],
    meaning: {
      es: 'La huella del archivo, unida una tras otra a las del registro de evidencia (RFC 4998), da exactamente la raíz que el sello contiene. Con un solo bit distinto en el archivo no la daría.',
      en: 'The fingerprint of the file, joined one after the other to those of the evidence record (RFC 4998), gives exactly the root that the stamp contains. With a single different bit in the file it would not.',
    },
  };
}

/**
 * The stamp is verified with the signer's certificate inside it, so this step verifies the certificate in the folder.
 */
function signer({ chain, stamp }: CourtFacts): Unnumbered {
  return {
    title: {
      es: 'El certificado de quien firmó el sello',
      en: 'The certificate of the signer of the stamp',
    },
    commands: [
      `openssl x509 -in ${CHAIN} -noout -serial -subject -issuer`,
      `openssl verify -attime ${stamp.genTimeSeconds} -CAfile ${CHAIN} ${CHAIN}`,
    ],
    expected: [`serial=${chain[0]?.serial ?? ''}`, `${CHAIN}: OK`],
    meaning: {
      es: 'El primer certificado de la cadena es el del firmante que esta acta nombra, y llega a la raíz.',
      en: 'The first certificate of the chain is that of the signer named in this document, and leads to the root.',
    },
  };
}

function root({ chain, stamp }: CourtFacts): Unnumbered {
  return {
    title: { es: 'La raíz de la cadena', en: 'The root of the chain' },
    commands: [
      `tac ${CHAIN} | sed '/-BEGIN CERTIFICATE-/q' | tac | openssl x509 -noout -fingerprint -sha256`,
    ],
    expected: [`Fingerprint=${chain.at(-1)?.fingerprint ?? ''}`],
    meaning: stamp.isUnderEconomia
      ? {
          es: 'Es la raíz ACR2-SE de la Secretaría de Economía. Obtenga su huella también de la propia Secretaría y compárela: quien inventara esta carpeta inventaría también su raíz.',
          en: 'It is the root ACR2-SE of the Secretaría de Economía (Mexico). Get its fingerprint from the Secretaría itself too, and compare: whoever invented this folder would invent its root as well.',
        }
      : {
          es: 'NO es la raíz de la Secretaría de Economía. Obtenga la huella de esta raíz por otra vía y compárela: quien inventara esta carpeta inventaría también su raíz.',
          en: 'It is NOT the root of the Secretaría de Economía (Mexico). Get the fingerprint of this root from another source and compare: whoever invented this folder would invent its root as well.',
        },
  };
}

function logSignature(): Unnumbered {
  return {
    title: {
      es: 'Que el registro público de este servicio firmó su punto de control (OpenSSL 3)',
      en: 'That the log of this service signed its checkpoint (OpenSSL 3)',
    },
    commands: logKeyCommands(EVIDENCE_FOLDER, STEPS_FOLDER),
    expected: ['Signature Verified Successfully'],
    meaning: {
      es: 'La firma del punto de control del registro público, que está dentro de blockchain-proof.xml, corresponde a la clave de log-key.txt. Que el sello esté en el registro público y el punto de control en el bloque lo comprueba verify.html (véase «Otra forma de comprobarlo»).',
      en: 'The signature of the checkpoint of the log, which is inside blockchain-proof.xml, fits the key in log-key.txt. That the stamp is in the log and the checkpoint in the block is checked by verify.html (see "Another way to check it").',
    },
  };
}
