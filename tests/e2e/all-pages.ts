/** One address for every page, on a server with a record of every kind. */

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { GUIDES } from '../../server/src/api/guides/guides.ts';
import { sha256 } from '../../server/src/kernel/sha256.ts';
import { SCOPES } from '../../server/src/operations/scopes.ts';
import { openBadgeWorld } from '../harness/badges.ts';
import type { Person } from '../harness/dashboard-person.ts';
import { drawEverybody } from '../harness/draws.ts';
import { type Council, openCouncil } from '../harness/memberships.ts';
import { newOperator } from '../harness/operator.ts';
import { openTestSello, type TestSello } from '../harness/test-sello.ts';

export type Visited = {
  /** In the form of the server's or the browser's router, such as `/v/:code`. */
  route: string;
  /** An address of this page. */
  at: string;
  /** Who can see the page. */
  as: 'a stranger' | 'a person';
};

export type AllPages = {
  pages: readonly Visited[];
  person: Person;
  /** Every GET route outside the APIs. */
  sello: TestSello;
  close(): Promise<void>;
};

const WEB = fileURLToPath(new URL('../../web/src', import.meta.url));

export async function openAllPages(): Promise<AllPages> {
  // Browsers refuse https-only cookies over http, and badges name their issuer by an https address.
  const [sello, badges] = await Promise.all([
    openTestSello({ SELLO_BASE_URL: 'http://localhost:3000', SELLO_FREE_CERTIFICATES: '50' }),
    openBadgeWorld(),
  ]);
  const [base, badgeBase] = await Promise.all([sello.listen(), badges.sello.listen()]);
  const person = await newOperator(sello);
  const ofCouncil = (await pagesOfCouncil(sello, person)).map((page) => ({ ...page, at: base + page.at }));
  const ofBadges = (await pagesOfBadges(badges)).map((page) => ({ ...page, at: badgeBase + page.at }));
  const ofStrangers = STRANGERS.map(([route, at = route]) => ({ route, at: base + at }));
  return {
    sello,
    person,
    pages: [
      ...[...ofStrangers, ...ofBadges].map((page) => ({ ...page, as: 'a stranger' as const })),
      ...ofCouncil.map((page) => ({
        ...page,
        as: page.at.includes('/dashboard') || page.at.includes('/operator') ? 'a person' : 'a stranger',
      })),
    ] as Visited[],
    async close() {
      await badges.close();
      await sello.close();
    },
  };
}

/** Routes that need no record. If a route has parameters, the address is given. */
const STRANGERS: readonly (readonly [route: string, at?: string])[] = [
  ['/'],
  ['/verify'],
  ['/docs'],
  ['/docs/errors'],
  ['/docs/errors/:name', '/docs/errors/not_found'],
  ['/docs/events'],
  ...['certificates', 'members', 'webhooks'].map(
    (name) => ['/docs/reference/:name', `/docs/reference/${name}`] as const,
  ),
  ['/docs/try'],
  ['/docs/guides'],
  ...GUIDES.map((name) => ['/docs/guides/:name', `/docs/guides/${name}`] as const),
  ['/docs/proof-format'],
  ['/docs/conformance'],
  ['/docs/changes'],
  ['/sdk'],
  ['/m'],
  ['/*', '/nothing-is-here'],
  ...[
    '/login',
    '/signup',
    '/confirm-signup',
    '/forgotten-password',
    '/reset-password',
    '/sso',
    '/confirm-address',
    '/invitation',
  ].map((page) => [`/dashboard${page}`] as const),
];

/** The dashboard, with a record of every kind, and the pages that it makes public. */
async function pagesOfCouncil(sello: TestSello, person: Person): Promise<{ route: string; at: string }[]> {
  const { secret } = await person.newKey({ name: 'Servidor', scopes: [...SCOPES] });
  const council = await openCouncil(sello, secret);
  const certificate = await sello.certify(secret, 'un contrato', { title: 'Contrato de arrendamiento' });
  const membership = await council.endingOn(council.today(40), { member: await council.member() });
  const { award } = await council.must('POST', '/awards', {
    member_id: membership.member_id,
    activity: { title: 'Congreso Nacional' },
    completed_on: council.today(-30),
    points: [{ program_id: membership.program_id, category: 'emc', points: 12.5 }],
  });
  const { course } = await council.must('POST', '/courses', {
    title: 'Actualización en cardiología',
    modality: 'online',
    starts_on: council.today(10),
    points: [{ program_id: membership.program_id, role: 'attendee', category: 'emc', points: 10 }],
  });
  const { webhook } = await council.must('POST', '/webhooks', {
    url: 'https://receptor.example/sello',
    events: ['certificate.created'],
  });
  const { batch } = await council.must('POST', '/batches', {
    items: [{ sha256: 'ab'.repeat(32), file_name: 'acta.pdf' }],
  });
  const { organizer } = await council.must('POST', '/organizers', {
    name: 'Sociedad de Ejemplo',
    emails: ['cursos@example.com'],
  });
  await council.must('PATCH', `/courses/${course.id}`, { organizer_id: organizer.id });
  const { access_link } = await council.must('POST', `/members/${membership.member_id}/access-link`, {});
  const own = new URL(access_link.url);
  const { token, code } = await askedAddress(council);
  const { draw } = await council.must('GET', `/draws/${await drawEverybody(council, membership.program_id)}`);
  const { reviews } = await council.must('GET', `/reviews?draw_id=${draw.id}`);
  expectRecords(award, course, webhook, batch, reviews[0]);
  const records: Record<string, string> = {
    '/dashboard/certificates/:id': certificate.id,
    '/dashboard/memberships/members/:id': membership.member_id,
    '/dashboard/memberships/courses/:id': course.id,
    '/dashboard/memberships/organizers/:id': organizer.id,
    '/dashboard/memberships/programs/:id': membership.program_id,
    '/dashboard/memberships/draws/:id': draw.id,
    '/dashboard/memberships/reviews/:id': reviews[0].id,
    '/dashboard/batches/:id': batch.id,
    '/dashboard/webhooks/:id': webhook.id,
    '/operator/accounts/:id': person.account.id,
  };
  const ofRouters = routesOfRouters().filter((route) => !STRANGERS.some(([known]) => known === route));
  return [
    { route: '/v/:code', at: new URL(certificate.qr_verification_url).pathname },
    { route: '/o/:account', at: own.pathname.replace('/my/', '/o/') },
    { route: '/w/confirm/:token', at: `/w/confirm/${token}` },
    { route: '/w/:code', at: `/w/${code}` },
    { route: '/draws/:account', at: `/draws/${council.accountId}` },
    { route: '/draws/:account/:number', at: new URL(draw.public_url).pathname },
    { route: '/my/:account', at: own.pathname },
    { route: '/my/:account', at: own.pathname + own.hash },
    ...ofRouters.map((route) => ({ route, at: route.replace(/:\w+$/, records[route] ?? 'unknown') })),
    // The server's router prints its wildcards in this form.
    { route: '/dashboard*', at: '/dashboard/nothing-is-here' },
    { route: '/operator*', at: '/operator/nothing-is-here' },
  ];
}

/** As it stands once the link to confirm was mailed; this server sends no mail. */
async function askedAddress({ sello, accountId }: Council): Promise<{ token: string; code: string }> {
  const [token, code] = ['t'.repeat(43), 'c'.repeat(22)];
  await sello.database.query(
    `insert into watch_addresses
       (id, account_id, livemode, email, email_key, language, status, code, token_hash, token_until, created_at, updated_at)
     values ($1, $2, true, $3, $3, 'es', 'unconfirmed', $4, $5, now() + interval '2 days', now(), now())`,
    [`wad_${'0'.repeat(22)}`, accountId, 'personal@hospital.example', code, sha256(token)],
  );
  return { token, code };
}

function expectRecords(...records: { id?: string }[]): void {
  if (records.some(({ id }) => id === undefined)) throw new Error('a record was not made');
}

async function pagesOfBadges({ council, award, badge }: Awaited<ReturnType<typeof openBadgeWorld>>) {
  const { id, member_id } = await award({ member: { public_fields: ['member_number', 'diplomas'] } });
  const given = await badge(id);
  const { member } = await council.must('GET', `/members/${member_id}`);
  return [
    { route: '/m/:code', at: new URL(member.public_url).pathname },
    { route: '/m', at: `/m?account=${council.accountId}` },
    { route: '/b/:code', at: new URL(given.id).pathname.replace(/\.json$/, '') },
    { route: '/c/:code', at: new URL(given.credentialSubject.achievement.id).pathname },
  ];
}

/** The addresses that the browser's routers know, read from their source. */
export function routesOfRouters(): string[] {
  const found = globSync('{dashboard,operator}/**/*.tsx', { cwd: WEB }).flatMap((file) => {
    const root = file.startsWith('operator') ? '/operator' : '/dashboard';
    const source = readFileSync(path.join(WEB, file), 'utf8');
    const routes = [
      ...source.matchAll(/<Route\s+path="([^"]+)"/g),
      ...source.matchAll(/^ {2}'(\/settings[^']*)':/gm),
    ];
    return routes.map(([, route = '']) => root + route.replace(/^\/$/, ''));
  });
  return [...new Set(found.filter((route) => !route.endsWith('*?')))].sort();
}
