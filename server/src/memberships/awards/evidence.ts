/** Evidence of an award: a certificate of the account, an address, or a note. */

import { type Static, Type } from 'typebox';
import { assertText, invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { assertLines } from '../fields.ts';
import { findOwnCertificates } from '../pg-own-certificates.ts';
import type { Evidence } from './award.ts';

export const EvidenceInput = Type.Array(
  Type.Object({
    certificate_id: Type.Optional(Type.String({ description: 'A certificate of your account.' })),
    url: Type.Optional(Type.String({ maxLength: 2_000, description: 'http or https.' })),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
  }),
  { maxItems: 20, description: 'Each item has exactly one of the three.' },
);

export async function checkEvidence(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  given: Static<typeof EvidenceInput>,
): Promise<Evidence[]> {
  const evidence = given.map((item, index) => one(`evidence[${index}]`, item));
  const named = evidence.flatMap((item) => ('certificate_id' in item ? item.certificate_id : []));
  if (named.length === 0) return evidence;
  const ids = named.map((text) => parseId('cert', text));
  const own = await findOwnCertificates(
    tools,
    owner,
    ids.filter((id) => id !== undefined),
  );
  for (const [index, item] of evidence.entries()) {
    if (!('certificate_id' in item) || own.has(item.certificate_id)) continue;
    throw new AppError('not_found', {
      en: `\`evidence[${index}].certificate_id\`: there is no certificate with this id in your account.`,
      es: `\`evidence[${index}].certificate_id\`: no hay ningún certificado con este id en su cuenta.`,
    });
  }
  return evidence;
}

function one(field: string, item: Static<typeof EvidenceInput>[number]): Evidence {
  const { certificate_id, url, note } = item;
  if ([certificate_id, url, note].filter((value) => value !== undefined).length !== 1) {
    throw invalidField(
      `\`${field}\``,
      'must have exactly one of `certificate_id`, `url` and `note`.',
      'debe tener exactamente uno de `certificate_id`, `url` y `note`.',
    );
  }
  if (certificate_id !== undefined) return { certificate_id };
  if (url !== undefined) return { url: checkUrl(`${field}.url`, url) };
  assertLines(`${field}.note`, note, 2_000);
  return { note: note ?? '' };
}

/** Refuses addresses that a browser would run (`javascript:`) or read from the reader's disk (`file:`). */
function checkUrl(field: string, url: string): string {
  assertText(`\`${field}\``, url, { maxChars: 2_000, multiline: false });
  if (URL.canParse(url) && /^https?:\/\//i.test(url)) return url;
  throw invalidField(
    `\`${field}\``,
    'must be an address that begins with http:// or https://.',
    'debe ser una dirección que empieza con http:// o https://.',
  );
}
