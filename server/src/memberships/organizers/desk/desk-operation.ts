/** What the operations of an organiser's desk share. */

import { Type } from 'typebox';
import type { OrganizerWho } from '../../../operations/doors/organizer.ts';
import { operationsWith } from '../../../operations/operation.ts';
import type { DeskSession } from './entrance/pg-desk-sessions.ts';

/** The caller is the organiser, not one of its people, whether it entered by a mailed code or with a key. */
export type AtDesk = Pick<DeskSession, 'accountId' | 'organizer' | 'isSuspended'>;

export type DeskWho = OrganizerWho<AtDesk>;

export const DESK_TAG = 'Desk';

export const DeskAndId = Type.Object({ account: Type.String(), id: Type.String() });

/** An operation of the desk that needs no ports besides its tools. */
export const deskOperation = operationsWith<object, DeskWho>().running;
