import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildServer } from '../../server/src/api/server.ts';
import { signFileLink } from '../../server/src/files/file-links.ts';
import type { App } from '../../server/src/http/app.ts';
import { OPERATOR } from '../../server/src/kernel/actor.ts';
import { type CertificateId, parseId } from '../../server/src/kernel/ids.ts';
import { SCOPES } from '../../server/src/operations/scopes.ts';
import { isFull, oneOfEvery } from '../harness/breadth.ts';
import { cookieOf, DASHBOARD, type Person, signUp } from '../harness/dashboard-person.ts';
import { sitAtDesk } from '../harness/desk.ts';
import { forFile } from '../harness/for-file.ts';
import { type Council, openCouncil } from '../harness/memberships.ts';
import { type Known, type NastyRequest, nastyRequests, rightRequest } from '../harness/nasty-requests.ts';
import { OPERATOR_API } from '../harness/operator.ts';
import { headersRead, type RouteParameters, watchRouteParameters } from '../harness/route-parameters.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { API, openTestSello } from '../harness/test-sello.ts';

const AT_ONCE = 8;
/** All values of all parameters are some sixty thousand requests. */
const TIMEOUT_MS = isFull ? 30 * 60_000 : 600_000;
const OWN_PAGE = '/api/my/';
const DESK = '/api/o/';
/** Beginnings of addresses for people with a session. The person in this test is an operator too. */
const FOR_PEOPLE = [DASHBOARD, OPERATOR_API, '/operator'];
/** The things to which signed links lead, as the last word of the address names them. */
const LINKED = ['file', 'court', 'court-without-original', 'asic'] as const;
/** Statuses that the route itself answers; the checks before it refuse with other statuses. */
const REACHED = [200, 201, 202, 204, 302, 304, 404, 409, 422];
/** What a route answers if there is no mail server; its status is one that the checks before the route use too. */
const NO_MAIL = 'mail_not_configured';

let app: App;
let routes: RouteParameters[];
let person: Person;
let cookie: string;
/** The session cookie of a member's own page. */
let ownCookie = '';
/** The session cookie of an organiser's desk. */
let deskCookie = '';
/** The API key of an organiser. */
let deskKey = '';
let known: Known;
let council: Council;
let records: Record<string, string>;
let certificateId: CertificateId;
const links: Record<string, Record<string, string>> = {};
const sello = forFile(() => openTestSello({ SELLO_PUBLIC_PER_MINUTE: '0' }));
beforeAll(async () => {
  ({ app, routes } = await watchRouteParameters(() => buildServer(sello.world)));
  person = await signUp(sello);
  await sello.ports.operators.add(person.id, sello.ports.now(), OPERATOR);
  cookie = person.cookie;
  council = await openCouncil(sello);
  records = await fillCouncil();
  known = await prepare();
});
afterAll(async () => {
  await app.close();
});

/** A record of each kind, by the first word of its address. */
async function fillCouncil(): Promise<Record<string, string>> {
  const program = await council.program();
  const member = await council.member();
  const membership = await council.membership({ member, program, starts_on: council.today(-10) });
  const points = [{ program_id: program.id, category: 'emc', points: 5 }];
  const days = { starts_on: council.today(-5), ends_on: council.today(-5) };
  const { course } = await council.must('POST', '/courses', {
    title: 'Curso',
    modality: 'online',
    points,
    ...days,
  });
  await council.must('POST', `/courses/${course.id}/accredit`, {});
  const rows = [{ member_id: member.id }];
  const { roster } = await council.must('POST', `/courses/${course.id}/rosters`, { rows });
  const people = [{ given_name: 'Eva', first_surname: 'Sol' }];
  const { import: imported } = await council.must('POST', '/members/import', { rows: people });
  const { awards } = await council.must('GET', '/awards');
  const ending = await council.endingOn(council.today(5));
  const { renewal } = await council.must('POST', `/memberships/${ending.id}/renewals`, {});
  return {
    programs: program.id,
    members: member.id,
    memberships: membership.id,
    terms: membership.current_term.id,
    courses: course.id,
    rosters: roster.id,
    imports: imported.id,
    organizers: (await council.must('POST', '/organizers', { name: 'Sociedad' })).organizer.id,
    awards: awards[0].id,
    renewals: renewal.id,
    spare: (await council.member()).id,
  };
}

/** One record of everything, so that a request with a single invalid parameter gets as far as possible. */
async function prepare(): Promise<Known> {
  const { secret: key } = await person.newKey({
    name: 'a key',
    rate_per_minute: 100_000,
    monthly_quota: 1_000_000,
    scopes: [...SCOPES],
  });
  const { id: keyId } = await person.newKey({ name: 'to be changed and revoked' });
  // Gives the account a large enough allowance for all routes that certify.
  const rich = 'update accounts set certificates_left = 100000 where id = $1';
  await sello.database.query(rich, [person.account.id]);
  const certificate = await sello.certify(key, 'hello');
  await sello.sequence();
  certificateId = parseId('cert', certificate.id) as CertificateId;
  const code = String(certificate.qr_verification_url).split('/').at(-1) ?? '';
  const fields: Record<string, unknown> = {
    // The person's own address: another one would become the account's new address, and the login below would fail.
    email: person.email,
    password: person.password,
    current_password: person.password,
    new_password: person.password,
    time_zone: 'America/Mexico_City',
    file_base64: 'aG9sYQ==',
    file_name: 'a.txt',
    file_mime: 'text/plain',
    sha256: certificate.file.sha256,
  };
  return {
    params: (url, name) => {
      if (name === '*') return '0/000.p/1';
      if (name === 'account') return council.accountId;
      if (url.startsWith(OWN_PAGE) || url.startsWith(DESK))
        return records[url.split('/')[4] ?? ''] ?? certificate.id;
      if (name === 'code') return code;
      if (name === 'requirement') return 'total';
      return idOf(url) ?? (url.includes('/keys/') ? keyId : certificate.id);
    },
    query: (url) => (url.startsWith('/files/') ? (links[url.split('/')[3] ?? 'file'] ?? {}) : {}),
    field: (name) => fields[name],
    headers: (url) => ({
      ...(url.startsWith(API) && {
        authorization: `Bearer ${url.startsWith(`${API}/desk/`) ? deskKey : idOf(url) === undefined ? key : council.key}`,
      }),
      ...(FOR_PEOPLE.some((root) => url.startsWith(root)) && { cookie }),
      ...(url.startsWith(OWN_PAGE) && { cookie: ownCookie }),
      ...(url.startsWith(DESK) && { cookie: deskCookie }),
      ...(url === `${DASHBOARD}/council/images` && { 'content-type': 'image/png' }),
      ...(url === '/tsa' && { 'content-type': 'application/timestamp-query' }),
    }),
  };
}

test('P45 no byte in any parameter of any route is an error of ours', { timeout: TIMEOUT_MS }, async () => {
  const headers = headersRead();
  const stoodFor = new Set<string>();
  const unreached = new Set<string>();
  const failed: string[] = [];
  const random = seededRandom();
  for (const route of routes) {
    if (isSeenByOtherDoor(route, stoodFor)) continue;
    await stayLoggedIn();
    await stayOnOwnPage();
    await stayAtDesk();
    if (route.url.startsWith('/files/')) await signLinks();
    const name = `${route.method} ${route.url}`;
    if (route.method !== 'HEAD') unreached.add(name);
    const nasty = nastyRequests(route, known, isStoodFor(route, stoodFor) ? [] : headers);
    const requests = [...oneOfEvery(10, nasty, random), rightRequest(route, known)];
    for (let at = 0; at < requests.length; at += AT_ONCE) {
      const answers = requests.slice(at, at + AT_ONCE).map(async (request) => {
        const { statusCode, body } = await send(request);
        if (REACHED.includes(statusCode) || body.includes(NO_MAIL)) unreached.delete(name);
        if (statusCode >= 500) failed.push(`${statusCode} ${request.what}`);
      });
      await Promise.all(answers);
    }
  }
  expect(failed, `SELLO_TEST_SEED=${random.seed}`).toEqual([]);
  // The test is only useful if the routes were reached. Short runs try only some values, and may miss the one that
  // reaches a route.
  expect(routes.length).toBeGreaterThan(60);
  expect(unreached.size, [...unreached].join(', ')).toBeLessThanOrEqual(isFull ? 0 : 3);
});

/** Operations on memberships read headers in one place, so one operation of each method stands for the others. */
function isStoodFor({ method, url }: RouteParameters, stoodFor: Set<string>): boolean {
  if (idOf(url) === undefined) return false;
  const isOne = stoodFor.has(method);
  stoodFor.add(method);
  return isOne;
}

/**
 * Operations on memberships run the same code for keys and for people, so at the door for people one operation of each
 * method is enough.
 */
function isSeenByOtherDoor({ method, url }: RouteParameters, stoodFor: Set<string>): boolean {
  if (!url.startsWith(DASHBOARD) || idOf(url.replace(DASHBOARD, API)) === undefined) return false;
  const isOne = stoodFor.has(`${DASHBOARD} ${method}`);
  stoodFor.add(`${DASHBOARD} ${method}`);
  return isOne;
}

/** The id of the record that an address of the membership product names; undefined for any other address. */
function idOf(url: string): string | undefined {
  const [kind = ''] = url.slice(API.length + 1).split('/');
  if (!url.startsWith(API) || kind === 'certificates') return undefined;
  // An erased record cannot be requested again.
  return /\/(anonymise|merge|deceased)$/.test(url) ? records.spare : records[kind];
}

function send({ method, url, headers, payload }: NastyRequest) {
  return app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
}

/** Logs in again if a route has ended the session with which it was called. */
async function stayLoggedIn(): Promise<void> {
  const me = await app.inject({ method: 'GET', url: `${DASHBOARD}/me`, headers: { cookie } });
  if (me.statusCode === 200) return;
  // Waits as long as a throttle may last, because some routes have been called too often.
  sello.advance(2 * 3_600_000);
  const payload = { email: person.email, password: person.password };
  const answer = await sello.call('POST', `${DASHBOARD}/login`, { payload });
  if (answer.status === 200) cookie = cookieOf(answer);
}

/** Signs the links anew, because they are valid for only five minutes of the test's clock. */
async function signLinks(): Promise<void> {
  const owner = { accountId: person.account.id, livemode: true };
  for (const thing of LINKED) {
    const { link } = await signFileLink(sello.ports, owner, { id: certificateId }, thing);
    const { certificateId: _, ...signed } = link;
    links[thing] = signed;
  }
}

async function stayAtDesk(): Promise<void> {
  const url = `${DESK}${council.accountId}/me`;
  const me = await app.inject({ method: 'GET', url, headers: { cookie: deskCookie } });
  const headers = { authorization: `Bearer ${deskKey}` };
  const byKey = await app.inject({ method: 'GET', url: `${API}/desk/programs`, headers });
  if (me.statusCode === 200 && byKey.statusCode === 200) return;
  const fields = { name: 'Sociedad', emails: ['desk@example.com'] };
  const { organizer } = await council.must('POST', '/organizers', fields);
  deskCookie = await sitAtDesk(sello, council.accountId, organizer);
  deskKey = await council.organizerKey(organizer.id);
  await council.must('PATCH', `/courses/${records.courses}`, { organizer_id: organizer.id });
}

async function stayOnOwnPage(): Promise<void> {
  const root = `${OWN_PAGE}${council.accountId}`;
  const me = await app.inject({ method: 'GET', url: `${root}/me`, headers: { cookie: ownCookie } });
  if (me.statusCode === 200) return;
  const { access_link } = await council.must('POST', `/members/${records.members}/access-link`, {});
  const link = new URL(access_link.url).hash.replace('#link=', '');
  ownCookie = cookieOf(await sello.call('POST', `${root}/session`, { payload: { link } }));
}
