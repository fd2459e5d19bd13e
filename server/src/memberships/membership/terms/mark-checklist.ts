/** Marks an item of a term's checklist as done or not done. */

import { invalidField } from '../../../http/text-rules.ts';
import { AppError } from '../../../kernel/errors.ts';
import { parseId, type TermId } from '../../../kernel/ids.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { todayOf } from '../../calendar.ts';
import { assertLines, dayUpTo } from '../../fields.ts';
import { note } from '../../note-change.ts';
import { findOwnCertificates } from '../../pg-own-certificates.ts';
import { type ChecklistMark, entryKey } from '../../standing/chain.ts';
import { readVersions } from '../../standing/pg-versions.ts';
import { lockOpenTerm } from '../lock-membership.ts';
import { updateTerm } from './pg-term-rows.ts';
import { refreshTerms } from './refresh-terms.ts';
import { itemsFor, yearsOf } from './term.ts';

type AskedMark = {
  year?: number | null;
  done: boolean;
  done_on?: string | null;
  note?: string | null;
  certificate_id?: string | null;
};

export async function markChecklist(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  { id, code }: { id: string; code: string },
  asked: AskedMark,
): Promise<TermId> {
  assertLines('note', asked.note, 2_000);
  const { term, membership } = await lockOpenTerm(tools, who, id);
  const mark: ChecklistMark = {
    done: asked.done,
    done_on: asked.done
      ? dayUpTo('done_on', asked.done_on ?? undefined, await todayOf(tools, who, membership))
      : null,
    note: asked.note ?? null,
    certificate_id: asked.certificate_id ?? null,
  };
  const { programId } = membership;
  const version = term.programVersion;
  const { checklist } = (await readVersions(tools, [{ programId, version }]))(programId, version);
  const items = itemsFor(checklist, term.tracks);
  const item = items.find((one) => one.code === code);
  if (item === undefined) throw noItem(items.map((one) => one.code));
  const year = asked.year ?? null;
  const years = yearsOf(item.period, term);
  if (!years.includes(year)) throw noSuchYear(years);
  await assertCertificate(tools, who, mark.certificate_id);
  await updateTerm(tools, {
    ...term,
    checklist: { ...term.checklist, [entryKey(code, year)]: mark },
    updatedAt: tools.now(),
  });
  // The standing is computed again, because it may depend on a yearly item.
  await refreshTerms(tools, who, [membership.memberId]);
  const details = { code, ...(year !== null && { year }), done: mark.done, done_on: mark.done_on };
  await note(tools, who, 'term.mark', term.id, details);
  return term.id;
}

export function noSuchYear(years: readonly (number | null)[]): AppError {
  if (years.includes(null)) {
    return invalidField('`year`', 'is for yearly items; leave it out.', 'es para puntos anuales; omítalo.');
  }
  const last = years.length;
  return invalidField(
    '`year`',
    last === 0
      ? 'has no meaning: the term has no whole year.'
      : `must be the number of a whole year of the term, 1 to ${last}.`,
    last === 0
      ? 'no tiene sentido: el periodo no tiene ningún año completo.'
      : `debe ser el número de un año completo del periodo, de 1 a ${last}.`,
  );
}

function noItem(codes: readonly string[]): AppError {
  const [en, es] = codes.length === 0 ? ['none', 'ninguno'] : [codes.join(', '), codes.join(', ')];
  return new AppError('not_found', {
    en: `The checklist of the term has no item with this code. It has: ${en}.`,
    es: `La lista del periodo no tiene ningún punto con este código. Tiene: ${es}.`,
  });
}

async function assertCertificate(
  tools: Pick<Tools, 'query'>,
  who: Who,
  certificate: string | null,
): Promise<void> {
  if (certificate === null) return;
  const id = parseId('cert', certificate);
  if (id !== undefined && (await findOwnCertificates(tools, who, [id])).has(id)) return;
  throw new AppError('validation_failed', {
    en: '`certificate_id` names no certificate of your account.',
    es: '`certificate_id` no nombra ningún certificado de su cuenta.',
  });
}
