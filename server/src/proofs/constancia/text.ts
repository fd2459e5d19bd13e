/** The sentences of a constancia, in both languages. */

import { sharedStampWords } from '../../certificates/shared-stamps/words.ts';
import { type DigestAlgorithm, digestOfFile } from '../../kernel/file-digest.ts';
import type { Bilingual, ConstanciaAnchor, ConstanciaFacts, ConstanciaPlace } from './facts.ts';
import type { Tone } from './pdf-layout.ts';
import { inMexicoCity, inWords } from './pdf-times.ts';

/** The most important facts for a reader, at the top. */
type Verdict = { tone: Tone; title: Bilingual; sentences: readonly Bilingual[] };

export function verdictOf(facts: ConstanciaFacts): Verdict {
  const { checks, certificate } = facts;
  if (!Object.values(checks).every(({ holds }) => holds)) return FAILED;
  const stamped = stampedSentence(facts);
  const adopted = certificate.isAdopted ? [adoptedSentence(facts)] : [];
  const anchored = anchoredSentence(facts);
  const { sharedBy } = certificate;
  const shared = sharedBy === undefined ? [] : [sharedStampWords(sharedBy)];
  if (!certificate.livemode) {
    const notice = certificate.isAdopted ? ADOPTED_IN_TEST : TEST_NOTICE;
    return { tone: 'warn', title: TEST, sentences: [notice, ...adopted, stamped, ...shared, anchored] };
  }
  const isFinal = facts.anchor?.isFinal === true;
  if (facts.accreditation === 'none') {
    return {
      tone: 'warn',
      title: isFinal ? NOT_ACCREDITED : withProgress(NOT_ACCREDITED),
      sentences: [NOT_ACCREDITED_NOTICE, ...adopted, stamped, ...shared, anchored],
    };
  }
  const issued = facts.accreditation === 'state' && sharedBy === undefined ? [issuedSentence(facts)] : shared;
  return {
    tone: 'good',
    title: isFinal ? VALID : withProgress(VALID),
    sentences: [...adopted, stamped, ...issued, anchored],
  };
}

export const fingerprintOnly = (algorithm: DigestAlgorithm): Bilingual => ({
  es: `Solo se envió la huella (${algorithm}): este servicio nunca recibió ni vio el archivo. Su nombre, tamaño y tipo son los que indicó quien la envió.`,
  en: `Only the fingerprint (${algorithm}) was sent: this service never received or saw the file. Its name, size and type are as stated by the sender.`,
});

export const TEST: Bilingual = { es: 'PRUEBA, SIN VALIDEZ LEGAL', en: 'TEST, NO LEGAL VALUE' };

const VALID: Bilingual = { es: 'VÁLIDO', en: 'VALID' };

const NOT_ACCREDITED: Bilingual = {
  es: 'SIN CONFIRMAR: SELLO CORRECTO, AUTORIDAD NO ACREDITADA',
  en: 'UNCONFIRMED: SOUND STAMP, AUTHORITY NOT ACCREDITED',
};

const FAILED: Verdict = {
  tone: 'bad',
  title: { es: 'NO VÁLIDO', en: 'NOT VALID' },
  sentences: [
    {
      es: 'Las pruebas guardadas de este certificado no pasan la verificación. Los resultados de abajo dicen por qué.',
      en: 'The proofs stored for this certificate do not pass verification. The results below say why.',
    },
  ],
};

const TEST_NOTICE: Bilingual = {
  es: 'Se creó con una clave de prueba y lo selló la autoridad de desarrollo de este servicio. No acredita nada ante nadie.',
  en: 'Created with a test key and stamped by the development authority of this service. It proves nothing to anyone.',
};

const ADOPTED_IN_TEST: Bilingual = {
  es: 'Se adoptó con una clave de prueba: sirve para hacer pruebas, no como registro de este servicio.',
  en: 'Adopted with a test key: for trying things out, not as a record of this service.',
};

const NOT_ACCREDITED_NOTICE: Bilingual = {
  es: 'El sello de tiempo NO proviene de un prestador acreditado por la Secretaría de Economía: esta hoja no es una constancia de conservación en los términos de la NOM-151-SCFI-2016.',
  en: 'The time stamp is NOT from a provider accredited by the Secretaría de Economía (Mexico): this is not a record of conservation under NOM-151-SCFI-2016.',
};

function withProgress({ es, en }: Bilingual): Bilingual {
  return { es: `${es}, ANCLAJE EN PROCESO`, en: `${en}, ANCHORING IN PROGRESS` };
}

/**
 * The title of the document, and a short one for its file. It is called a constancia only if the file has an accredited
 * time stamp of its own.
 */
export function headingOf({ certificate, accreditation }: ConstanciaFacts): Bilingual & { short: string } {
  return certificate.livemode && accreditation !== 'none' && certificate.sharedBy === undefined
    ? { es: 'Constancia de certificación', en: 'Certification record', short: 'Constancia' }
    : { es: 'Hoja del certificado', en: 'Certificate sheet', short: 'Certificado' };
}

function stampedSentence({ certificate, accreditation }: ConstanciaFacts): Bilingual {
  const { day, time } = inMexicoCity(certificate.timestamp.genTime);
  const words = inWords(day);
  const { algorithm } = digestOfFile(certificate.file);
  const isVouched = accreditation !== 'none';
  const vouched = certificate.isAdopted
    ? { es: 'Según su emisor, el', en: 'According to its issuer, the' }
    : { es: 'El', en: 'The' };
  const source = isVouched
    ? vouched
    : { es: 'Según un emisor no acreditado, el', en: 'According to an issuer that is not accredited, the' };
  return {
    es: `${source.es} archivo con el ${algorithm} de esta hoja ya existía, con ese contenido exacto, el ${words.es} a las ${time.slice(0, 8)}, hora de la Ciudad de México.`,
    en: `${source.en} file with the ${algorithm} shown on this page existed, with that exact content, on ${words.en} at ${time.slice(0, 8)}, Mexico City time.`,
  };
}

/**
 * Since when this service vouches for the constancia. The date inside the constancia is only its issuer's statement.
 */
function adoptedSentence({ certificate }: ConstanciaFacts): Bilingual {
  const { day, time } = inMexicoCity(certificate.createdAt);
  const words = inWords(day);
  return {
    es: `Este servicio guarda esta constancia desde el ${words.es} a las ${time.slice(0, 8)}, hora de la Ciudad de México. La emitió otro prestador y la trajo el titular de la cuenta.`,
    en: `This service has kept this record since ${words.en} at ${time.slice(0, 8)}, Mexico City time. Another provider issued it, and the holder of the account brought it.`,
  };
}

function issuedSentence({ certificate }: ConstanciaFacts): Bilingual {
  const { psc } = certificate.timestamp;
  return {
    es: `La constancia de conservación de mensajes de datos (NOM-151-SCFI-2016) la emitió ${psc} y va adjunta: timestamp.tsr.`,
    en: `The record of conservation of data messages (NOM-151-SCFI-2016) was issued by ${psc} and is attached: timestamp.tsr.`,
  };
}

/**
 * The sentence about the chain. It says no more than the public page does, because what it proves depends on who
 * could rewrite the chain.
 */
export function anchoredSentence({ anchor, log }: ConstanciaPlace): Bilingual {
  if (anchor?.isFinal) return finalSentence(anchor);
  const where = anchor
    ? { es: blockSoFar.es(anchor.blockNumber), en: blockSoFar.en(anchor.blockNumber) }
    : queued(log);
  return {
    es: `El anclaje en blockchain está en proceso (${where.es}). El sello de tiempo ya está completo; descargue esta hoja más tarde para obtener la versión definitiva.`,
    en: `Anchoring is in progress (${where.en}). The time stamp is already complete; download this page again later for the final version.`,
  };
}

function finalSentence({ trust, blockNumber, network }: ConstanciaAnchor): Bilingual {
  const block = {
    es: `en el bloque ${blockNumber} de la red ${network}`,
    en: `in block ${blockNumber} of the network ${network}`,
  };
  switch (trust) {
    case 'public':
      // This wording must never change, so that earlier documents stay the same, byte for byte.
      return {
        es: `El certificado quedó anclado de forma definitiva ${block.es}.`,
        en: `The certificate is permanently anchored ${block.en}.`,
      };
    case 'permissioned':
      return {
        es: `El certificado quedó anclado ${block.es}, que solo sus participantes, juntos, podrían reescribir.`,
        en: `The certificate is anchored ${block.en}, which only its members, acting together, could rewrite.`,
      };
    case 'operator':
      return {
        es: `El certificado también está ${block.es}, del propio operador, que podría reescribirla: no es un testigo independiente.`,
        en: `The certificate is also ${block.en}, the operator's own, who could rewrite it: it is not an independent witness.`,
      };
    case undefined:
      return { es: `El certificado está ${block.es}.`, en: `The certificate is ${block.en}.` };
  }
}

const blockSoFar = {
  es: (number: number) => `en el bloque ${number}, que aún no es definitivo`,
  en: (number: number) => `in block ${number}, which is not final yet`,
};

function queued(log: ConstanciaFacts['log']): Bilingual {
  return log === undefined
    ? { es: 'espera su lugar en el registro público', en: 'waiting for its place in the log' }
    : { es: 'está en el registro público y espera su bloque', en: 'in the log, waiting for its block' };
}

export function trustWords(trust: 'operator' | 'permissioned' | 'public' | undefined): Bilingual | undefined {
  switch (trust) {
    case 'operator':
      return {
        es: 'Cadena del propio operador: no es un testigo independiente.',
        en: "The operator's own chain: not an independent witness.",
      };
    case 'permissioned':
      return {
        es: 'Cadena con participantes autorizados: solo ellos, juntos, podrían reescribirla.',
        en: 'A permissioned chain: only its members, acting together, could rewrite it.',
      };
    case 'public':
      return {
        es: 'Cadena pública: un testigo independiente de este servicio.',
        en: 'A public chain: a witness independent of this service.',
      };
    case undefined:
      return undefined;
  }
}

export function finalityWords(
  finality: string | undefined,
  isFinal: boolean,
  confirmations: number | undefined,
): Bilingual {
  const depth = finality?.startsWith('depth:') ? finality.slice('depth:'.length) : undefined;
  const rule: Bilingual =
    depth === undefined
      ? { es: 'la propia red lo declara definitivo', en: 'the network itself declares it final' }
      : { es: `${depth} bloques encima`, en: `${depth} blocks on top` };
  if (isFinal) return { es: `Definitivo (regla: ${rule.es})`, en: `Final (rule: ${rule.en})` };
  return {
    es: `Aún no definitivo: ${confirmations ?? 0} confirmaciones (regla: ${rule.es})`,
    en: `Not final yet: ${confirmations ?? 0} confirmations (rule: ${rule.en})`,
  };
}
