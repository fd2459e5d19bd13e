/** Creates and changes organisers. */

import type { Static } from 'typebox';
import { AppError } from '../../kernel/errors.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { emailKey } from '../members/email-key.ts';
import { namesOfChanges, note } from '../note-change.ts';
import { endSessions } from './desk/entrance/pg-desk-sessions.ts';
import { organizerNamed } from './find-organizer.ts';
import { type Organizer, USUAL_ROSTER_DAYS } from './organizer.ts';
import { applyOrganizerChange, type NewOrganizer, type OrganizerChange } from './organizer-input.ts';
import { countOrganizers, saveOrganizer } from './pg-organizers.ts';

/** The most organisers of an account, in each mode. */
const MOST_ORGANIZERS = 2_000;

export async function createOrganizer(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  wanted: Static<typeof NewOrganizer>,
): Promise<Organizer> {
  const organizer = applyOrganizerChange(blankOrganizer(tools, who), wanted);
  if ((await countOrganizers(tools, who)) >= MOST_ORGANIZERS) throw tooMany();
  await saveOrganizer(tools, who, organizer);
  await note(tools, who, 'organizer.create', organizer.id, { name: organizer.name });
  return organizer;
}

export async function changeOrganizer(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  named: string,
  change: OrganizerChange,
): Promise<Organizer> {
  const before = await organizerNamed(tools, who, named, 'for no key update');
  const after = { ...applyOrganizerChange(before, change), updatedAt: tools.now() };
  await saveOrganizer(tools, who, after);
  await endSessions(tools, after, after.emails.map(emailKey));
  // Only the names of the fields are recorded, because the addresses belong to people.
  const { fields } = namesOfChanges(contentOf(before), contentOf(after));
  const isMoved = before.status !== after.status;
  await note(tools, who, 'organizer.change', after.id, {
    fields,
    ...(isMoved && { from: before.status, to: after.status }),
  });
  return after;
}

function contentOf({ name, emails, rosterDays, status }: Organizer): Record<string, unknown> {
  return { name, emails, roster_days: rosterDays, status };
}

function blankOrganizer({ now, newId }: Pick<Tools, 'now' | 'newId'>, { livemode }: Who): Organizer {
  const at = now();
  return {
    id: newId('org'),
    livemode,
    name: '',
    emails: [],
    rosterDays: USUAL_ROSTER_DAYS,
    status: 'active',
    lastSeenAt: undefined,
    createdAt: at,
    updatedAt: at,
  };
}

function tooMany(): AppError {
  return new AppError('validation_failed', {
    en: `The account has ${MOST_ORGANIZERS} organisers, which is the most. Change one that you no longer need.`,
    es: `La cuenta tiene ${MOST_ORGANIZERS} organizadores, que es el máximo. Cambie uno que ya no necesite.`,
  });
}
