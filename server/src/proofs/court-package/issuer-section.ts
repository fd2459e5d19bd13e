/** Who issued the constancia: what its certificates show, and separately what the operator states. */

import { plainLine } from '@sello/proof';
import type { Bilingual } from '../constancia/facts.ts';
import type { ActaFact, ActaSection } from './acta.ts';
import type { CourtFacts } from './facts.ts';

export function issuerSection(facts: CourtFacts): ActaSection {
  return {
    title: { es: 'Quién emitió la constancia', en: 'Who issued the constancia' },
    blocks: [
      { kind: 'paragraph', text: accreditationWords(facts) },
      { kind: 'facts', facts: shownFacts(facts) },
      { kind: 'paragraph', text: statementWords(facts) },
      { kind: 'facts', facts: statedFacts(facts) },
    ],
  };
}

function accreditationWords({ certificate, stamp, isOwnAuthority }: CourtFacts): Bilingual {
  if (isOwnAuthority)
    return {
      es: 'El sello es de la autoridad de desarrollo de este mismo servicio. No está acreditada por la Secretaría de Economía y su sello no tiene validez legal.',
      en: 'The stamp is from the development authority of this very service. It is not accredited by the Secretaría de Economía (Mexico), and its stamp has no legal value.',
    };
  if (!certificate.timestamp.accredited)
    return {
      es: 'El emisor NO es un prestador acreditado por la Secretaría de Economía según esta evidencia: no es una constancia de conservación en los términos de la NOM-151-SCFI-2016.',
      en: 'The issuer is NOT a provider accredited by the Secretaría de Economía (Mexico) as far as this evidence shows: it is not a record of conservation under NOM-151-SCFI-2016.',
    };
  return stamp.isUnderEconomia
    ? {
        es: 'La cadena de certificados termina en la raíz ACR2-SE de la Secretaría de Economía, que certifica a los prestadores acreditados.',
        en: 'The chain of certificates ends at the root ACR2-SE of the Secretaría de Economía (Mexico), which certifies accredited providers.',
      }
    : {
        es: 'El operador de este servicio declara acreditado al emisor; la cadena no termina en la raíz ACR2-SE de la Secretaría de Economía.',
        en: 'The operator of this service states that the issuer is accredited; the chain does not end at the root ACR2-SE of the Secretaría de Economía (Mexico).',
      };
}

/** What anybody can read in the stamp and its certificates. */
function shownFacts({ certificate, chain }: CourtFacts): ActaFact[] {
  const { policyOid, serial } = certificate.timestamp;
  const [signer] = chain;
  const root = chain.at(-1);
  return [
    {
      label: { es: 'Firmante del sello', en: 'Signer of the stamp' },
      value: plainLine(signer?.subject ?? ''),
    },
    {
      label: { es: 'Número de serie de su certificado', en: 'Serial number of its certificate' },
      value: signer?.serial ?? '',
      exact: true,
    },
    {
      label: { es: 'Vigencia de su certificado', en: 'Validity of its certificate' },
      value: signer === undefined ? '' : `${dayOf(signer.notBefore)} – ${dayOf(signer.notAfter)}`,
    },
    {
      label: { es: 'Número de serie de la constancia', en: 'Serial number of the constancia' },
      value: serial,
      exact: true,
    },
    { label: { es: 'Política (OID)', en: 'Policy (OID)' }, value: policyOid, exact: true },
    ...chain.slice(1).map(({ subject }, index) => ({
      label:
        index === chain.length - 2
          ? { es: 'Raíz de la cadena', en: 'Root of the chain' }
          : { es: 'Certificado intermedio', en: 'Intermediate certificate' },
      value: plainLine(subject),
    })),
    {
      label: { es: 'Huella SHA-256 de la raíz', en: 'SHA-256 of the root' },
      value: root?.fingerprint ?? '',
      exact: true,
    },
  ];
}

/**
 * If the statement was made after the stamp, the section says so: nobody can tell what would have been stated earlier.
 */
function statementWords({ statement, certificate, isOwnAuthority }: CourtFacts): Bilingual {
  if (isOwnAuthority || statement === undefined)
    return {
      es: 'Sobre el emisor, el operador de este servicio no ha declarado nada más.',
      en: 'The operator of this service has stated nothing else about the issuer.',
    };
  const since = dayOf(statement.since);
  return statement.since.getTime() <= Date.parse(certificate.createdAt)
    ? {
        es: 'Lo que sigue lo declara el operador de este servicio, tal como estaba declarado al sellar. No se deduce de la evidencia: confírmelo en el Diario Oficial de la Federación.',
        en: 'What follows is stated by the operator of this service, as it stood at the time of the stamp. It does not follow from the evidence: confirm it in the Diario Oficial de la Federación.',
      }
    : {
        es: `Lo que sigue lo declaró el operador de este servicio el ${since}, después de sellar. No se deduce de la evidencia: confírmelo en el Diario Oficial de la Federación.`,
        en: `What follows was stated by the operator of this service on ${since}, after the stamp. It does not follow from the evidence: confirm it in the Diario Oficial de la Federación.`,
      };
}

const SERVICES = {
  ccmd: {
    es: 'CCMD, constancias de conservación de mensajes de datos',
    en: 'CCMD, records of conservation of data messages',
  },
  sdt: { es: 'SDT, sellado digital de tiempo', en: 'SDT, digital time stamping' },
} as const;

const NOT_STATED: Bilingual = { es: 'No declarado', en: 'Not stated' };

function statedFacts({ certificate, statement, isOwnAuthority }: CourtFacts): ActaFact[] {
  const { legalName, service, dofDate } = (isOwnAuthority ? undefined : statement) ?? {};
  return [
    {
      label: { es: 'Nombre con que figura aquí', en: 'Name under which it appears here' },
      value: plainLine(certificate.timestamp.psc),
    },
    {
      label: { es: 'Denominación legal', en: 'Legal name' },
      value: legalName === undefined ? NOT_STATED : plainLine(legalName),
    },
    {
      label: { es: 'Servicio acreditado', en: 'Accredited service' },
      value: service === undefined ? NOT_STATED : SERVICES[service],
    },
    {
      label: {
        es: 'Publicación de la acreditación en el DOF',
        en: 'Publication of the accreditation in the DOF',
      },
      value: dofDate ?? NOT_STATED,
    },
  ];
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
