/** Marks an item of a term's checklist as done or not done. */

import { AppError } from '../../../kernel/errors.ts';
import { parseId, type TermId } from '../../../kernel/ids.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { todayOf } from '../../calendar.ts';
import { assertLines, dayUpTo } from '../../fields.ts';
import { note } from '../../note-change.ts';
import { findOwnCertificates } from '../../pg-own-certificates.ts';
import { readVersions } from '../../standing/pg-versions.ts';
import { lockOpenTerm } from '../lock-membership.ts';
import { updateTerm } from './pg-term-rows.ts';
import { type ChecklistMark, itemsFor } from './term.ts';

type AskedMark = {
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
  const mark: ChecklistMark = {
    done: asked.done,
    done_on: asked.done
      ? dayUpTo('done_on', asked.done_on ?? undefined, await todayOf(tools, who.accountId))
      : null,
    note: asked.note ?? null,
    certificate_id: asked.certificate_id ?? null,
  };
  const { term, membership } = await lockOpenTerm(tools, who, id);
  const { programId } = membership;
  const version = term.programVersion;
  const { checklist } = (await readVersions(tools, [{ programId, version }]))(programId, version);
  const items = itemsFor(checklist, term.tracks);
  if (!items.some((item) => item.code === code)) throw noItem(items.map((item) => item.code));
  await assertCertificate(tools, who, mark.certificate_id);
  await updateTerm(tools, {
    ...term,
    checklist: { ...term.checklist, [code]: mark },
    updatedAt: tools.now(),
  });
  await note(tools, who, 'term.mark', term.id, { code, done: mark.done, done_on: mark.done_on });
  return term.id;
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
