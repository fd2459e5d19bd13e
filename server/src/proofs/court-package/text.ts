/** The sentences of a court package, in both languages. */

import { sharedStampWords } from '../../certificates/shared-stamps/words.ts';
import { digestOfFile } from '../../kernel/file-digest.ts';
import type { Bilingual } from '../constancia/facts.ts';
import type { ActaBlock } from './acta.ts';
import type { CourtFacts } from './facts.ts';

/** A warning for every page of a package whose stamp is not from an accredited provider. */
export function warningOf({ certificate, isOwnAuthority }: CourtFacts): Bilingual | undefined {
  if (!certificate.livemode && certificate.isAdopted)
    return {
      es: 'PRUEBA, SIN VALIDEZ LEGAL: la constancia se adoptó con una clave de prueba.',
      en: 'TEST, NO LEGAL VALUE: the record was adopted with a test key.',
    };
  if (!certificate.livemode)
    return {
      es: 'PRUEBA, SIN VALIDEZ LEGAL: sello de la autoridad de desarrollo de este servicio.',
      en: 'TEST, NO LEGAL VALUE: stamped by the development authority of this service.',
    };
  if (isOwnAuthority)
    return {
      es: 'SIN VALIDEZ LEGAL: sello de la autoridad de desarrollo de este servicio, que no está acreditada.',
      en: 'NO LEGAL VALUE: stamped by the development authority of this service, which is not accredited.',
    };
  if (certificate.timestamp.accredited && certificate.sharedBy !== undefined)
    return {
      es: 'SELLO DE TIEMPO COMPARTIDO POR VARIOS ARCHIVOS: no es una constancia de este archivo solo.',
      en: 'TIME STAMP SHARED BY SEVERAL FILES: not a constancia of this file alone.',
    };
  if (certificate.timestamp.accredited) return undefined;
  return {
    es: 'SELLO DE UN PRESTADOR NO ACREDITADO: no es una constancia de conservación NOM-151.',
    en: 'STAMP OF A PROVIDER THAT IS NOT ACCREDITED: not a NOM-151 record of conservation.',
  };
}

export function provesOf({ certificate }: CourtFacts): readonly ActaBlock[] {
  const { sharedBy } = certificate;
  if (sharedBy === undefined) return PROVES;
  return [{ kind: 'paragraph', text: sharedStampWords(sharedBy) }, ...PROVES];
}

const PROVES: readonly ActaBlock[] = [
  {
    kind: 'list',
    items: [
      {
        es: 'PRUEBA LA INTEGRIDAD: el archivo original es, bit por bit, el que se selló. Cualquier cambio posterior se descubre.',
        en: 'IT PROVES INTEGRITY: the original file is, bit by bit, the one that was stamped. Any later change is found.',
      },
      {
        es: 'PRUEBA LA FECHA DEL SELLO: el archivo ya existía en el momento que el sello indica, según quien lo emitió.',
        en: 'IT PROVES THE DATE OF THE STAMP: the file existed at the moment that the stamp states, according to its issuer.',
      },
      {
        es: 'NO PRUEBA LA AUTORÍA: no dice quién hizo, firmó, envió o aceptó el documento, ni que su contenido sea verdadero. Para atribuirlo a una persona se requiere otra prueba, como una firma electrónica avanzada.',
        en: 'IT DOES NOT PROVE AUTHORSHIP: it does not say who made, signed, sent or accepted the document, or that its content is true. Attributing it to a person needs other evidence, such as an advanced electronic signature.',
      },
      {
        es: 'NO ES FECHA CIERTA por sí misma: la fecha del sello no equivale a la inscripción en un registro público, a la presentación ante fedatario ni a la muerte de un firmante. Su valor lo determina quien juzga.',
        en: 'IT IS NOT BY ITSELF A "FECHA CIERTA": the date of the stamp is not the same as entry in a public registry, presentation to a notary or the death of a signer. Its weight is for the court to decide.',
      },
    ],
  },
];

export function howTo({ stamp }: CourtFacts): readonly Bilingual[] {
  return stamp.way === undefined ? HOW_TO : [...HOW_TO, PERL];
}

const PERL: Bilingual = {
  es: 'Un paso usa además el programa público perl, que Debian también trae.',
  en: 'One step also uses the public program perl, which is part of Debian too.',
};

const HOW_TO: readonly Bilingual[] = [
  {
    es: 'Necesita una computadora con Linux (Debian o cualquier otro) y los programas públicos OpenSSL, coreutils, diffutils, findutils, grep y sed, que Debian trae. No hace falta internet. Copie la carpeta completa, extraída del ZIP, a esa computadora y abra una terminal dentro de ella.',
    en: 'You need a computer with Linux (Debian or any other) and the public programs OpenSSL, coreutils, diffutils, findutils, grep and sed, which are part of Debian. No internet is needed. Copy the whole folder, extracted from the ZIP, to that computer and open a terminal inside it.',
  },
  {
    es: 'Cada orden empieza con el signo $, que no se escribe. Una orden puede ocupar varias líneas en papel: escríbala en una sola, o cópiela de LEAME.txt. Las órdenes se ejecutan en el orden en que están. Lo que debe aparecer empieza con el signo =, y puede haber más texto antes o después. Si aparece otra cosa, la comprobación no se cumple.',
    en: 'Each command begins with the sign $, which is not typed. A command may take several lines on paper: type it as one, or copy it from LEAME.txt. Run the commands in the given order. The expected output begins with the sign =, and there may be more text before or after it. If anything else appears, the check fails.',
  },
];

export function otherWays({ evidence, anchor, stamp }: CourtFacts): Bilingual[] {
  const ways: Bilingual[] = [
    {
      es: 'En Windows, la huella del original se calcula con: certutil -hashfile ARCHIVO SHA256',
      en: 'On Windows, the fingerprint of the original is computed with: certutil -hashfile FILE SHA256',
    },
  ];
  if (evidence.has('verify.html'))
    ways.push({
      es: 'Abra evidencia/verify.html en un navegador, también sin internet, y suelte en ella el archivo original y los archivos de evidencia/. Repite todas las comprobaciones y da la razón de cada una. No envía nada. Es mejor una obtenida en otra parte: quien pudiera falsificar esta carpeta podría haber cambiado también esa página.',
      en: 'Open evidencia/verify.html in a browser, also without internet, and drop the original file and the files of evidencia/ onto it. It repeats all checks and gives the reason for each. It sends nothing. A copy of the page from another source is better, because whoever forged this folder could have changed the page too.',
    });
  if (!stamp.isUnderEconomia)
    ways.push({
      es: 'Su resultado será «sin confirmar» mientras usted no le indique la raíz de este sello, que no es la de la Secretaría de Economía.',
      en: 'Its result is "unconfirmed" until you name the root of this stamp, which is not that of the Secretaría de Economía.',
    });
  if (anchor !== undefined)
    ways.push({
      es: 'Con internet puede preguntar a un nodo o explorador de su confianza por el bloque de abajo: su hash debe ser el mismo.',
      en: 'With internet you can ask a node or explorer that you trust for the block below: its hash must be the same.',
    });
  return ways;
}

export function questionsOf({ certificate, chain, stamp }: CourtFacts): Bilingual[] {
  const { file, timestamp } = certificate;
  const { algorithm, value } = digestOfFile(file);
  const root = chain.at(-1)?.fingerprint ?? '';
  return [
    {
      es: `¿La huella ${algorithm} del archivo exhibido es ${value}?`,
      en: `Is the ${algorithm} fingerprint of the exhibited file ${value}?`,
    },
    stamp.way === undefined
      ? {
          es: '¿El sello de tiempo contiene esa misma huella, y con qué algoritmo?',
          en: 'Does the time stamp contain that same fingerprint, and with which algorithm?',
        }
      : {
          es: '¿El registro de evidencia (RFC 4998) lleva de esa huella a la que contiene el sello de tiempo, y con qué algoritmo?',
          en: 'Does the evidence record (RFC 4998) lead from that fingerprint to the one in the time stamp, and with which algorithm?',
        },
    {
      es: `¿La firma del sello es correcta y corresponde al certificado con número de serie ${chain[0]?.serial ?? ''}, vigente a la hora del sello?`,
      en: `Is the signature of the stamp correct, and was it made with the certificate with the serial number ${chain[0]?.serial ?? ''}, which was valid at the time of the stamp?`,
    },
    {
      es: `¿La cadena de certificados llega a la raíz con huella ${root}? ${stamp.isUnderEconomia ? '¿Es esa la huella de la raíz ACR2-SE según la Secretaría de Economía?' : '¿De quién es esa raíz?'}`,
      en: `Does the chain of certificates lead to the root with the fingerprint ${root}? ${stamp.isUnderEconomia ? 'Is that the fingerprint of the root ACR2-SE according to the Secretaría de Economía?' : 'Whose root is it?'}`,
    },
    {
      es: `¿Qué fecha y hora indica el sello, con qué exactitud, y es ${timestamp.genTime} en tiempo universal?`,
      en: `Which date and time does the stamp state, how accurately, and is it ${timestamp.genTime} in universal time?`,
    },
    {
      es: '¿El emisor estaba acreditado por la Secretaría de Economía, para ese servicio y en esa fecha, según el Diario Oficial de la Federación?',
      en: 'Was the issuer accredited by the Secretaría de Economía, for that service and on that date, according to the Diario Oficial de la Federación?',
    },
    {
      es: '¿Estaba revocado el certificado del firmante a la hora del sello?',
      en: "Was the signer's certificate revoked at the time of the stamp?",
    },
    {
      es: '¿Algún archivo de la carpeta difiere de la huella que SHA256SUMS le asigna?',
      en: 'Does any file of the folder differ from its fingerprint in SHA256SUMS?',
    },
    {
      es: '¿Se detecta en el archivo original alguna alteración posterior al sello?',
      en: 'Is there any change in the original file after the stamp?',
    },
    {
      es: '¿Qué afirma y qué no afirma esta evidencia sobre quién elaboró o firmó el documento?',
      en: 'What does this evidence say, and not say, about who made or signed the document?',
    },
  ];
}
