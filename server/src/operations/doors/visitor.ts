/**
 * The doors for visitors who are not logged in. They lead to logging in (also to a member's own page), signing up and
 * open descriptions.
 */

import { assertOwnOrigin } from '../../http/own-origin.ts';
import type { Site } from '../../http/site.ts';
import type { Door } from '../door.ts';

/** The door for our own pages: changes are accepted only from these, and answers are not cached. */
export function visitorDoor(root: string, site: Site): Door<undefined> {
  return {
    ...openDoor(root),
    async admit(request, reply, read) {
      reply.header('cache-control', 'private, no-store');
      assertOwnOrigin(request, site.baseUrl);
      return { who: undefined, value: read().toValue([]) };
    },
    refusesWith: () => ['forbidden_origin', 500, 503],
  };
}

/** Admits everybody, from any origin. The operation itself decides what it refuses. */
export function openDoor(root: string): Door<undefined> {
  return {
    root,
    admit: async (_request, _reply, read) => ({ who: undefined, value: read().toValue([]) }),
    ownQuery: {},
    refusesWith: () => [],
  };
}
