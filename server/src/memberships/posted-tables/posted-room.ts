/** Limits how much of the database an account may take up with the rows that it posts. */

import { AppError } from '../../kernel/errors.ts';
import type { OrganizerId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { countBytes } from './pg-postings.ts';

/**
 * Throws if the account has no room left. The new rows are already counted, with this size. An organiser may keep at
 * most as many bytes as are still free, so that it cannot use up the room of the council and of other organisers.
 */
export async function assertRoomForRows(
  tools: Pick<Tools, 'query' | 'maxPostedBytes'>,
  who: Who,
  organizerId: OrganizerId | undefined,
  counted: number,
): Promise<void> {
  const most = tools.maxPostedBytes;
  const { all, ofOrganizer } = await countBytes(tools, who, organizerId);
  if (all > most) throw postedRowsFull(most);
  if (organizerId !== undefined && ofOrganizer > most - (all - counted)) throw organizerFull();
}

function postedRowsFull(most: number): AppError {
  return new AppError('storage_full', {
    en: `The tables that the account posted take up to ${most} bytes in this mode, and these rows do not fit any more. Nothing was changed. Rows are deleted 90 days after they were posted; until then, ask the operator of this service for more room (SELLO_MAX_POSTED_BYTES).`,
    es: `Las tablas que la cuenta envió pueden ocupar ${most} bytes en este modo y estas filas ya no caben. No se cambió nada. Las filas se borran a los 90 días de enviadas; mientras tanto, pida más espacio al operador de este servicio (SELLO_MAX_POSTED_BYTES).`,
  });
}

function organizerFull(): AppError {
  return new AppError('storage_full', {
    en: 'The rosters that you posted take up your whole share of the room that the council has, and these rows do not fit any more. Nothing was changed. Rows are deleted 90 days after they were posted; until then, ask the council to post the roster.',
    es: 'Las listas que usted envió ocupan toda su parte del espacio del consejo y estas filas ya no caben. No se cambió nada. Las filas se borran a los 90 días de enviadas; mientras tanto, pida al consejo que envíe la lista.',
  });
}
