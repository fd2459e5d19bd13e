/** The judgement of evidence as the API returns it. */

import type { EvidenceVerdict } from '@sello/proof';
import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import type { Acta, ActaFact, ActaSection } from '../court-package/acta.ts';

export const EvidenceSchema = Type.Object(
  {
    object: Type.Literal('evidence'),
    verdict: oneOf(['valid', 'unconfirmed', 'invalid'], {
      description:
        '`valid`: every check passed, and the evidence leads to something that you or this service trust. `unconfirmed`: the evidence is consistent, but leads to nothing that is trusted. `invalid`: a check failed.',
    }),
    accredited: Type.Boolean({ description: 'A root that you sent never makes this true.' }),
    confirmed_by: Type.Array(oneOf(['root', 'log_key', 'trusted_block'])),
    issued_by: nullable(
      Type.String({ description: 'Null unless the stamp leads to a trusted root; otherwise see `claims`.' }),
    ),
    stamped_at: nullable(Type.String({ description: 'RFC 3339, with every digit of the stamp.' })),
    trusted_by: nullable(
      Type.String({ description: 'The trusted root: ACR2-SE, or one of yours with its SHA-256.' }),
    ),
    checks: Type.Array(
      Type.Object({
        name: Type.String(),
        outcome: oneOf(['pass', 'tolerated', 'unconfirmed', 'fail', 'skipped']),
        because: Type.String(),
      }),
    ),
    warnings: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
    claims: Type.Array(
      Type.Object(
        { name: Type.String(), value: Type.String() },
        { description: 'Stated in the evidence, but not confirmed by it.' },
      ),
    ),
    text: Type.String({ description: 'The same as text, in the words of the command `sello verify`.' }),
  },
  { title: 'EvidenceJudgement' },
);

type EvidenceRecord = Static<typeof EvidenceSchema>;

export function toEvidenceRecord(verdict: EvidenceVerdict, text: string): EvidenceRecord {
  const { timestamp } = verdict;
  const isTrusted = verdict.confirmed_by.includes('root');
  const claimed = isTrusted || timestamp === undefined ? [] : claimsOf(timestamp);
  return {
    object: 'evidence',
    verdict: verdict.verdict,
    accredited: verdict.accredited,
    confirmed_by: [...verdict.confirmed_by],
    issued_by: (isTrusted ? timestamp?.signer : undefined) ?? null,
    stamped_at: (isTrusted ? timestamp?.gen_time : undefined) ?? null,
    trusted_by: (isTrusted ? timestamp?.trusted_by : undefined) ?? null,
    checks: verdict.checks.map(({ name, outcome, because }) => ({ name, outcome, because })),
    warnings: verdict.warnings.map(({ code, message }) => ({ code, message })),
    claims: [
      ...claimed,
      ...verdict.claims.map(({ name, value, anchor }) => ({
        name: anchor === undefined ? name : `anchor ${anchor}.${name}`,
        value,
      })),
    ],
    text,
  };
}

function claimsOf({ signer, gen_time }: NonNullable<EvidenceVerdict['timestamp']>): EvidenceRecord['claims'] {
  return [
    ...(signer === undefined ? [] : [{ name: 'issued_by', value: signer }]),
    { name: 'stamped_at', value: gen_time },
  ];
}

const VERDICTS = {
  valid: { es: 'VÁLIDO', en: 'VALID' },
  unconfirmed: { es: 'SIN CONFIRMAR', en: 'UNCONFIRMED' },
  invalid: { es: 'NO VÁLIDO', en: 'INVALID' },
} as const;

/** The judgement as a PDF. A result that rests only on the caller's word says so on every page. */
export function toReport(record: EvidenceRecord, serviceName: string, now: Date): Acta {
  const { verdict, checks, warnings, claims, issued_by, stamped_at, trusted_by } = record;
  const result = [
    { label: { es: 'Veredicto', en: 'Verdict' }, value: VERDICTS[verdict] },
    reached('Emisor del sello', 'Issuer of the stamp', issued_by),
    reached('Fecha y hora del sello', 'Date and time of the stamp', stamped_at),
    reached('Raíz de confianza', 'Trusted root', trusted_by),
  ];
  const judged = checks.map(({ name, outcome, because }) => ({
    label: { es: name, en: outcome },
    value: because,
  }));
  const remarks = [
    ...warnings.map(({ code, message }) => ({ label: { es: code, en: 'warning' }, value: message })),
    ...claims.map(({ name, value }) => ({ label: { es: name, en: 'claim' }, value })),
  ];
  return {
    folio: now.toISOString(),
    serviceName,
    verificationUrl: undefined,
    title: { es: 'Informe de verificación de evidencia', en: 'Report on the verification of evidence' },
    warning: warningOf(record),
    stampedAt: now,
    sections: [
      sectionOf('Resultado', 'Result', result),
      sectionOf('Comprobaciones', 'Checks', judged),
      sectionOf('Advertencias y afirmaciones sin comprobar', 'Warnings and unchecked claims', remarks),
    ],
  };
}

/** Undefined if an accredited provider made the stamp, for this document alone. Any other result is shown together with what it rests on. */
function warningOf({ verdict, accredited, trusted_by, warnings }: EvidenceRecord): Acta['warning'] {
  if (verdict === 'valid' && accredited)
    return warnings.some(({ code }) => code === 'stamp_shared') ? SHARED : undefined;
  const { es, en } = VERDICTS[verdict];
  if (verdict !== 'valid') return { es: `${es}.`, en: `${en}.` };
  const rests = trusted_by ?? { es: 'una clave de registro público', en: 'a key of a log' };
  const [inSpanish, inEnglish] = typeof rests === 'string' ? [rests, rests] : [rests.es, rests.en];
  return {
    es: `${es}: se apoya solo en ${inSpanish}, que indicó quien pidió este informe.`,
    en: `${en}: rests only on ${inEnglish}, given by whoever asked for this report.`,
  };
}

const SHARED: Acta['warning'] = {
  es: 'El sello de tiempo es sobre un árbol de huellas de varios documentos, entre ellos este: este documento no tiene una constancia propia.',
  en: 'The time stamp is over a tree of hashes of several documents, this one among them: this document has no constancia of its own.',
};

function reached(es: string, en: string, value: string | null): ActaFact {
  return { label: { es, en }, value: value ?? { es: 'Sin confirmar', en: 'Not confirmed' } };
}

function sectionOf(es: string, en: string, facts: readonly ActaFact[]): ActaSection {
  return { title: { es, en }, blocks: [{ kind: 'facts', facts }] };
}
