/** The three results in a constancia: digest, seal, issuer. */

import type { CheckName, TimestampVerdict } from '@sello/proof';
import { digestOfFile } from '../../kernel/file-digest.ts';
import type { Accreditation, Bilingual, ConstanciaCheck, ConstanciaFacts } from './facts.ts';

export function describeChecks(
  certificate: ConstanciaFacts['certificate'],
  verdict: TimestampVerdict,
  accreditation: Accreditation,
): ConstanciaFacts['checks'] {
  return {
    digest: result(verdict, ['imprint'], certificate.sharedBy === undefined ? covered(certificate) : IN_TREE),
    seal: result(verdict, SEAL_CHECKS, sealWords(verdict)),
    issuer: result(verdict, ['policy', 'chain'], issuerWords(certificate, accreditation)),
  };
}

function covered({ file }: ConstanciaFacts['certificate']): Bilingual {
  const { algorithm } = digestOfFile(file);
  return {
    es: `El sello de tiempo cubre exactamente el ${algorithm} de este archivo.`,
    en: `The time stamp covers exactly the ${algorithm} of this file.`,
  };
}

const IN_TREE: Bilingual = {
  es: 'El registro de evidencia lleva del SHA-256 de este archivo a lo que cubre el sello de tiempo, que es compartido.',
  en: 'The evidence record leads from the SHA-256 of this file to what the time stamp covers; the stamp is shared.',
};

const SEAL_CHECKS: readonly CheckName[] = [
  'structure',
  'status',
  'time_syntax',
  'signer_certificate',
  'message_digest',
  'signature',
  'ess_certificate',
  'certificate_profile',
];

/** The result of these checks. All of them must pass, so a skipped check counts as failed. */
function result(verdict: TimestampVerdict, names: readonly CheckName[], good: Bilingual): ConstanciaCheck {
  const failed = verdict.checks.filter(({ name, outcome }) => names.includes(name) && outcome !== 'pass');
  if (failed.length === 0) return { holds: true, ...good };
  const reasons = failed.map(({ name, because }) => `${name}: ${because}`).join('; ');
  return {
    holds: false,
    es: `No se cumple (${reasons}).`,
    en: `Does not hold (${reasons}).`,
  };
}

function sealWords({ warnings }: TimestampVerdict): Bilingual {
  const known = warnings.map(({ code }) => code).join(', ');
  return {
    es: `La firma del sello corresponde a su contenido y al certificado del firmante, vigente en ese momento.${
      known && ` Particularidades conocidas de la autoridad, que no lo invalidan: ${known}.`
    }`,
    en: `The signature fits the stamp's content and the signer's certificate, valid at that time.${
      known && ` Known habits of the authority that do not make it invalid: ${known}.`
    }`,
  };
}

function issuerWords({ timestamp }: ConstanciaFacts['certificate'], accreditation: Accreditation): Bilingual {
  switch (accreditation) {
    case 'state':
      return {
        es: 'Prestador acreditado: la cadena termina en la raíz ACR2-SE de la Secretaría de Economía.',
        en: 'Accredited provider: the chain ends at the root ACR2-SE of the Secretaría de Economía (Mexico).',
      };
    case 'operator':
      return {
        es: 'Prestador acreditado según la configuración del operador de este servicio; la raíz no es ACR2-SE.',
        en: "Accredited provider according to this service's operator; the root is not ACR2-SE.",
      };
    case 'none':
      return {
        es: `Emisor identificado (${timestamp.psc}), pero NO es un prestador acreditado por la Secretaría de Economía.`,
        en: `Issuer identified (${timestamp.psc}), but NOT a provider accredited by the Secretaría de Economía (Mexico).`,
      };
  }
}
