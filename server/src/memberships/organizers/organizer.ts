/** An organiser of courses, separate from the council. At its desk, its people propose courses and post rosters. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import type { OrganizerId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { EXAMPLE_ORGANIZER } from './example-organizer.ts';

export const ORGANIZER_STATUSES = ['active', 'paused'] as const;

export type OrganizerStatus = (typeof ORGANIZER_STATUSES)[number];

export const ORGANIZER_TAG = 'Organizers';

export const MOST_ADDRESSES = 20;
export const MOST_ROSTER_DAYS = 365;
export const USUAL_ROSTER_DAYS = 15;

export type Organizer = {
  id: OrganizerId;
  livemode: boolean;
  name: string;
  /** The addresses of its people, as they were typed. */
  emails: readonly string[];
  /** How many days after the end of a course its roster is expected. */
  rosterDays: number;
  status: OrganizerStatus;
  lastSeenAt: Date | undefined;
  createdAt: Date;
  updatedAt: Date;
};

export const OrganizerSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Unsafe<string>({ type: 'string', const: 'organizer' }),
    livemode: Type.Boolean(),
    name: Type.String(),
    emails: Type.Array(Type.String(), { description: 'Of the people who may enter its desk.' }),
    roster_days: Type.Integer({
      description: 'How many days after the end of a course its roster is expected; later ones are late.',
    }),
    status: oneOf(ORGANIZER_STATUSES, { description: '`paused`: nobody enters its desk.' }),
    desk_url: Type.String({ description: 'Where its people enter, with a code that is mailed to them.' }),
    last_seen_at: nullable(
      Type.String({ format: 'date-time', description: 'When somebody last entered its desk.' }),
    ),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Organizer', examples: [EXAMPLE_ORGANIZER] },
);

export const OrganizerAnswer = Type.Object({ organizer: OrganizerSchema });

export function toOrganizerRecord(
  { accountId }: Pick<Owner, 'accountId'>,
  organizer: Organizer,
  baseUrl: string,
): Static<typeof OrganizerSchema> {
  return {
    id: organizer.id,
    object: 'organizer',
    livemode: organizer.livemode,
    name: organizer.name,
    emails: [...organizer.emails],
    roster_days: organizer.rosterDays,
    status: organizer.status,
    desk_url: deskUrl(baseUrl, accountId),
    last_seen_at: organizer.lastSeenAt?.toISOString() ?? null,
    created_at: organizer.createdAt.toISOString(),
    updated_at: organizer.updatedAt.toISOString(),
  };
}

export function deskUrl(baseUrl: string, accountId: string): string {
  return `${baseUrl}/o/${accountId}`;
}
