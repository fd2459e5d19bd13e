/** The operation by which people who logged in the old way agree to log in through the issuer from now on. */

import { Type } from 'typebox';
import type { Site } from '../../http/site.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import type { LoggedIn } from '../login/person.ts';
import type { PersonStore } from '../persons/ports.ts';
import type { PeopleSettings } from '../settings.ts';
import { type CookiePorts, clearSsoCookie, readSsoCookie } from './cookies.ts';
import { notAccepted } from './log-in-through-issuer.ts';
import type { IdentityStore } from './ports.ts';

const TAG = 'Login';

export type JoinOperationPorts = CookiePorts & {
  identities: IdentityStore;
  people: PersonStore;
  site: Site & Pick<PeopleSettings, 'sso'>;
};

const { acting } = operationsWith<JoinOperationPorts, LoggedIn>();

export const JOIN_OPERATIONS: readonly Operation<JoinOperationPorts, LoggedIn>[] = [
  acting({
    method: 'GET',
    path: '/sso/join',
    operationId: 'getSsoJoin',
    scope: 'oneself',
    tag: TAG,
    summary: "Read whether the issuer's login waits for your consent",
    answers: { 200: Type.Object({ waits: Type.Boolean() }) },
    refusals: [],
    async act(ports, { who, request }) {
      return { status: 200, body: { waits: (await waiting(ports, who, request)) !== undefined } };
    },
  }),
  acting({
    method: 'POST',
    path: '/sso/join',
    operationId: 'joinSso',
    scope: 'oneself',
    tag: TAG,
    summary: 'Agree to log in through the issuer from now on',
    body: Type.Object({ agrees: Type.Boolean() }),
    answers: { 200: Type.Object({ joined: Type.Boolean() }) },
    refusals: ['sso_refused'],
    async act(ports, { who, body, request }) {
      const headers = { 'set-cookie': clearSsoCookie(ports.site, 'sso_join') };
      if (!body.agrees) return { status: 200, headers, body: { joined: false } };
      const identity = await waiting(ports, who, request);
      if (identity === undefined) throw notAccepted();
      const { visit, by } = who;
      const account = ports.site.sso?.account as AccountId | undefined;
      const seat = account && identity.role ? { account, role: identity.role } : undefined;
      const isJoined = await ports.identities.join(identity, visit.person.id, seat, ports.now(), by);
      if (!isJoined) throw notAccepted();
      return { status: 200, headers, body: { joined: true } };
    },
  }),
];

/**
 * The identity that waits for the person's consent. It counts only for the person who has its address, in a session
 * that was opened without the issuer, and only for the issuer in the present settings.
 */
async function waiting(
  ports: JoinOperationPorts,
  { visit: { person, session } }: LoggedIn,
  request: Parameters<typeof readSsoCookie>[3],
) {
  const { sso } = ports.site;
  const identity = sso && (await readSsoCookie(ports, ports.site, 'sso_join', request));
  if (identity === undefined || session.sso !== undefined || identity.issuer !== sso?.issuer)
    return undefined;
  const [own, theirs] = [await ports.people.fold(person.email), await ports.people.fold(identity.email)];
  return own === theirs ? identity : undefined;
}
