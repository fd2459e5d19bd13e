/** The fields of an organiser that a caller may send, and the rules for them. */

import { type Static, Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { invalidField } from '../../http/text-rules.ts';
import { assertLine, optional } from '../fields.ts';
import { assertEmail } from '../members/apply-input.ts';
import { emailKey } from '../members/email-key.ts';
import { EXAMPLE_NEW_ORGANIZER, EXAMPLE_ORGANIZER_CHANGE } from './example-organizer.ts';
import {
  MOST_ADDRESSES,
  MOST_ROSTER_DAYS,
  ORGANIZER_STATUSES,
  type Organizer,
  USUAL_ROSTER_DAYS,
} from './organizer.ts';

const FIELDS = {
  name: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Stands on its courses as their provider.',
  }),
  emails: Type.Array(Type.String({ maxLength: 254 }), {
    maxItems: MOST_ADDRESSES,
    description: 'Of the people who may enter its desk. Whoever is taken out is logged out.',
  }),
  roster_days: Type.Integer({
    minimum: 1,
    maximum: MOST_ROSTER_DAYS,
    default: USUAL_ROSTER_DAYS,
    description: 'How many days after the end of a course its roster is expected.',
  }),
};

export const NewOrganizer = Type.Object(
  { name: FIELDS.name, emails: optional(FIELDS.emails), roster_days: optional(FIELDS.roster_days) },
  { examples: [EXAMPLE_NEW_ORGANIZER] },
);

export const OrganizerChange = Type.Object(
  {
    name: optional(FIELDS.name),
    emails: optional(FIELDS.emails),
    roster_days: optional(FIELDS.roster_days),
    status: optional(oneOf(ORGANIZER_STATUSES, { description: '`paused`: nobody enters its desk.' })),
  },
  { examples: [EXAMPLE_ORGANIZER_CHANGE] },
);

export type OrganizerChange = Static<typeof OrganizerChange>;

export function applyOrganizerChange(before: Organizer, change: OrganizerChange): Organizer {
  assertLine('name', change.name, 200);
  return {
    ...before,
    name: change.name?.trim() ?? before.name,
    emails: change.emails === undefined ? before.emails : addressesOf(change.emails),
    rosterDays: change.roster_days ?? before.rosterDays,
    status: change.status ?? before.status,
  };
}

function addressesOf(given: readonly string[]): string[] {
  const emails = given.map((email, index) => assertEmail(email, `emails[${index}]`));
  const keys = emails.map(emailKey);
  const again = keys.findIndex((key, index) => keys.indexOf(key) < index);
  if (again === -1) return emails;
  throw invalidField(
    `\`emails[${again}]\``,
    'repeats an address before it.',
    'repite una dirección anterior.',
  );
}
