/** Deletes the members of an import again, all of them or none, as long as nothing depends on them. */

import { assertNoHold } from '../../../holds/pg-holds.ts';
import { AppError } from '../../../kernel/errors.ts';
import { slicesOf } from '../../../kernel/pacing/slices-of.ts';
import { forgetAnswers } from '../../../operations/idempotency/idempotency.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { note } from '../../note-change.ts';
import { readMadeMembers } from '../../posted-tables/pg-posted-rows.ts';
import { findPosting, markUndone } from '../../posted-tables/pg-postings.ts';
import type { Posting } from '../../posted-tables/posting.ts';
import { readRecords } from '../anonymise-and-merge/forget-person.ts';
import { lockMembers } from '../pg-lock-members.ts';
import { lockImports } from './pg-lock-imports.ts';
import { countInUse, deleteImported } from './pg-undo-import.ts';

/** `posting` has the kind import. Imports of an account run one after the other, so none is undone twice. */
export async function undoImport(
  tools: Tools,
  who: Who,
  importId: Posting['id'],
): Promise<Posting | undefined> {
  await lockImports(tools, who);
  const posting = await findPosting(tools, who, importId, { kind: 'import' });
  if (posting === undefined) return undefined;
  assertCanUndo(posting);
  const made = await readMadeMembers(tools, importId);
  if (made.length !== posting.summary.created) throw rowsGone();
  await assertNoHold(tools.query, who.accountId, { members: made });
  const locked = await lockMembers(tools, who, made);
  // Members that were deleted one by one since then do not prevent the undo.
  const members = made.filter((id) => locked.has(id));
  const inUse = await countInUse(tools, members, posting.createdAt);
  if (inUse > 0) throw membersInUse(inUse);
  for (const some of slicesOf(members)) {
    await forgetAnswers(tools, who.accountId, await readRecords(tools, some));
    await deleteImported(tools, some);
  }
  const undone = await markUndone(tools, posting, tools.now());
  await note(tools, who, 'import.undo', posting.id, { members: members.length });
  return undone;
}

function assertCanUndo({ status, summary }: Posting): void {
  if (status !== 'completed')
    throw new AppError('invalid_transition', {
      en: `The import is \`${status}\`; there is nothing to undo.`,
      es: `La importación está en \`${status}\`; no hay nada que deshacer.`,
    });
  if (summary.updated === 0) return;
  throw new AppError('import_in_use', {
    en: `The import changed ${summary.updated} members that existed before, and their earlier values are not kept. Import the right values instead, with \`on_conflict=update\`.`,
    es: `La importación cambió ${summary.updated} miembros que ya existían y sus valores anteriores no se guardan. Importe los valores correctos con \`on_conflict=update\`.`,
  });
}

function membersInUse(count: number): AppError {
  return new AppError('import_in_use', {
    en: `${count} of its members have points, renewals, documents, requests or memberships of their own by now. Nothing was deleted; delete or anonymise the others one by one.`,
    es: `${count} de sus miembros ya tienen puntos, renovaciones, documentos, solicitudes u otras membresías. No se borró nada; borre o anonimice a los demás uno por uno.`,
  });
}

function rowsGone(): AppError {
  return new AppError('import_in_use', {
    en: 'The rows of the import were deleted after 90 days, so it is no longer known which members it added.',
    es: 'Las filas de la importación se borraron a los 90 días; ya no se sabe qué miembros agregó.',
  });
}
