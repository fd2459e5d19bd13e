/**
 * An API key of an organiser. With it, the organiser's programs can do what its people do at its desk, and nothing
 * else.
 */

import { Type } from 'typebox';
import type { Database } from '../../database/pool.ts';
import { SecretAnswer } from '../../keys/key-record.ts';
import { KEY_LIMITS, KEY_NAME, type MakeKeyPorts, makeKey } from '../../keys/make-key.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { DESK_SCOPE } from '../../operations/scopes.ts';
import type { LoggedIn } from '../../people/login/person.ts';
import { organizerNamed } from './find-organizer.ts';
import { ORGANIZER_TAG } from './organizer.ts';

type OrganizerKeyPorts = MakeKeyPorts & { records: Pick<Database, 'query'> };

/** Only in the dashboard, because a key cannot make keys. */
export const ORGANIZER_KEY_OPERATIONS: readonly Operation<OrganizerKeyPorts, LoggedIn>[] = [
  operationsWith<OrganizerKeyPorts, LoggedIn>().acting({
    method: 'POST',
    path: '/organizers/:id/keys',
    operationId: 'createOrganizerKey',
    scope: 'keys:write',
    // Whoever accredits courses decides who may propose them.
    alsoScope: 'courses:accredit',
    tag: ORGANIZER_TAG,
    summary: 'Create an API key for an organiser',
    params: Type.Object({ id: Type.String() }),
    body: Type.Object({ name: KEY_NAME, ...KEY_LIMITS }, { title: 'NewOrganizerKey' }),
    answers: { 201: SecretAnswer },
    refusals: [404, 'too_many_keys'],
    async act(ports, asked) {
      const { who, params } = asked;
      const { query } = ports.records;
      const organizer = await organizerNamed({ query }, who, params.id);
      const mode = who.livemode ? 'live' : 'test';
      return makeKey(ports, asked, { mode, scopes: [DESK_SCOPE], organizerId: organizer.id });
    },
  }),
];
