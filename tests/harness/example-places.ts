/** For every operation: an account in which the examples of the API description work exactly as written. */

import type { KeyMode } from '../../server/src/keys/key.ts';
import { EXAMPLE_NEW_COURSE } from '../../server/src/memberships/courses/example-course.ts';
import { EXAMPLE_NEW_ORGANIZER } from '../../server/src/memberships/organizers/example-organizer.ts';
import { EXAMPLE_PROGRAM } from '../../server/src/memberships/programs/example-program.ts';
import { LIVE_ONLY, SCOPES } from '../../server/src/operations/scopes.ts';
import { cookieOf, signUp } from './dashboard-person.ts';
import { drawEverybody, newDraw } from './draws.ts';
import { hooked } from './hooks.ts';
import { queueLeaves } from './log-leaves.ts';
import { type Council, openCouncil, RULES } from './memberships.ts';
import { ISSUED_AT, trustOther } from './other-provider.ts';
import { giveSeat } from './team.ts';
import type { TestSello } from './test-sello.ts';
import { cosignNewest, exampleWitness } from './test-witness.ts';

/**
 * What the example of an operation needs in an account: parameters of the address, and by prefix the ids that replace
 * those in the example.
 */
export type Place = {
  params: Record<string, string>;
  ids: Record<string, string[]>;
  /** The base64 that replaces the shortened constancia in examples. */
  evidence?: string;
  /** For operations that only a key of an organiser may call. */
  key?: string;
  /** Days that replace the days in the example, which may be in the past. */
  days?: Record<string, string>;
};

type Makes = (council: Council) => Promise<Place>;

/** A log with a full tile and its entries. */
async function fullTile({ sello }: Council): Promise<Place> {
  await queueLeaves(sello, 256);
  await sello.sequence();
  return { params: {}, ids: {} };
}

/** The only configured witness has cosigned the newest checkpoint. */
async function witnessedLog({ sello }: Council): Promise<Place> {
  await queueLeaves(sello, 1);
  await sello.sequence();
  await cosignNewest(sello, await exampleWitness());
  return { params: {}, ids: {} };
}

/** Another person with a seat, whose role the key may change. */
async function teammate({ sello, accountId }: Council): Promise<Place> {
  const person = await signUp(sello);
  await giveSeat(sello, accountId, person, 'viewer');
  return { params: { id: person.id }, ids: { per: [person.id] } };
}

const CHECKLIST = [{ code: 'cuota', name: 'Cuota pagada' }];

async function program(council: Council): Promise<string> {
  return (await council.program({ rules: RULES, checklist: CHECKLIST })).id;
}

async function member(council: Council): Promise<Place> {
  const [one, two] = [await council.member(), await council.member()];
  return { params: { id: one.id }, ids: { mem: [one.id, two.id], prg: [await program(council)] } };
}

/** Two members in a program, since the first day of 2025. */
async function members(council: Council): Promise<Place & { membership: Record<string, never> }> {
  const place = await member(council);
  const [programId = ''] = place.ids.prg ?? [];
  const opened = [];
  for (const id of place.ids.mem ?? []) {
    const wanted = { member: { id }, program: { id: programId }, starts_on: '2025-01-01' };
    opened.push(await council.membership(wanted));
  }
  return { ...place, membership: opened[0] };
}

const membership =
  (verb?: string): Makes =>
  async (council) => {
    const place = await members(council);
    const { id } = place.membership;
    if (verb !== undefined) await council.must('POST', `/memberships/${id}/${verb}`, {});
    return { ...place, params: { id: id ?? '' } };
  };

const term = async (council: Council): Promise<Place> => {
  const place = await members(council);
  const { terms } = await council.must('GET', `/memberships/${place.membership.id}/terms`);
  return { ...place, params: { id: terms[0].id, requirement: 'total', code: 'cuota' } };
};

/** A correction of a member, as their own page asks for it. */
async function memberRequest(council: Council): Promise<Place> {
  const place = await member(council);
  const { access_link } = await council.must('POST', `/members/${place.params.id}/access-link`, {});
  const root = `/api/my/${council.accountId}`;
  const { sello } = council;
  const link = new URL(access_link.url).hash.replace('#link=', '');
  const entered = await sello.call('POST', `${root}/session`, { payload: { link } });
  const made = await sello.call('POST', `${root}/requests`, {
    headers: { cookie: cookieOf(entered) },
    payload: { changes: { given_name: 'Eva' } },
  });
  return { ...place, params: { id: made.body.request_id } };
}

const memberThat =
  (...verbs: string[]): Makes =>
  async (council) => {
    const place = await member(council);
    for (const verb of verbs) await council.must('POST', `/members/${place.params.id}/${verb}`, {});
    return place;
  };

async function organizer(council: Council): Promise<Place> {
  const { id } = (await council.must('POST', '/organizers', EXAMPLE_NEW_ORGANIZER)).organizer;
  return { params: { id }, ids: { org: [id] } };
}

const course =
  (...verbs: string[]): Makes =>
  async (council) => {
    const place = await members(council);
    const [program_id] = place.ids.prg ?? [];
    const points = EXAMPLE_NEW_COURSE.points.map((line) => ({ ...line, program_id }));
    const wanted = { ...EXAMPLE_NEW_COURSE, external_id: null, points };
    const { id } = (await council.must('POST', '/courses', wanted)).course;
    for (const verb of verbs) await council.must('POST', `/courses/${id}/${verb}`, {});
    return { params: { id }, ids: { ...place.ids, crs: [id] } };
  };

/** The key of an organiser, which has proposed a course. */
async function desk(council: Council): Promise<Place> {
  const place = await course()(council);
  const { id } = (await council.must('POST', '/organizers', EXAMPLE_NEW_ORGANIZER)).organizer;
  await council.must('PATCH', `/courses/${place.params.id}`, { organizer_id: id });
  return { ...place, key: await council.organizerKey(id) };
}

async function accreditedAtDesk(council: Council): Promise<Place> {
  const place = await desk(council);
  await council.must('POST', `/courses/${place.params.id}/accredit`, {});
  return place;
}

async function rosterOfDesk(council: Council): Promise<Place> {
  const { key = '', ...place } = await accreditedAtDesk(council);
  const path = `/desk/courses/${place.params.id}/rosters`;
  const { roster } = (await council.call('POST', path, { rows: [{ member_number: '9' }] }, { key })).body;
  return { ...place, params: { id: roster.id }, ids: { ...place.ids, rst: [roster.id] }, key };
}

const awards =
  (...verbs: string[]): Makes =>
  async (council) => {
    const place = await course('accredit')(council);
    const [course_id] = place.ids.crs ?? [];
    const awd: string[] = [];
    for (const member_id of place.ids.mem ?? []) {
      const wanted = { member_id, course_id, attendance_percent: 100 };
      awd.push((await council.must('POST', '/awards', wanted)).award.id);
    }
    for (const verb of verbs) await council.must('POST', `/awards/${awd[0]}/${verb}`, {});
    const posted = {
      rows: (place.ids.mem ?? []).map((member_id) => ({
        member_id,
        role: 'speaker',
        score: 9,
        attendance_percent: 90,
      })),
    };
    const { roster } = await council.must('POST', `/courses/${course_id}/rosters`, posted);
    return { params: { id: awd[0] ?? '' }, ids: { ...place.ids, awd, rst: [roster.id] } };
  };

const renewal =
  (...verbs: string[]): Makes =>
  async (council) => {
    const place = await renewable(council);
    const { renewal } = await council.must('POST', `/memberships/${place.params.id}/renewals`, {});
    for (const verb of verbs) await council.must('POST', `/renewals/${renewal.id}/${verb}`, {});
    return { ...place, params: { id: renewal.id } };
  };

/** A membership with enough points that may be renewed. */
const renewable = async (council: Council): Promise<Place> => {
  const { id, member_id, program_id } = await council.endingOn(council.today(30));
  const line = { program_id, category: 'emc', points: 60, completed_on: council.today(-10) };
  await council.points(member_id, [line]);
  return { params: { id }, ids: { mem: [member_id], prg: [program_id] } };
};

const exampleProgram =
  (...verbs: string[]): Makes =>
  async (council) => {
    const { id } = (await council.must('POST', '/programs', { ...EXAMPLE_PROGRAM, external_id: 'otro' }))
      .program;
    for (const verb of verbs) await council.must('POST', `/programs/${id}/${verb}`, {});
    return { params: { id }, ids: { prg: [id] } };
  };

/** Members with the number and the licence by which the example finds them. */
const roster: Makes = async (council) => {
  const place = await course('accredit')(council);
  const [, two = ''] = place.ids.mem ?? [];
  await council.must('PATCH', `/members/${two}`, { professional_license: '0000001' });
  return place;
};

const withRoster: Makes = async (council) => {
  const place = await awards('approve')(council);
  return { ...place, params: { id: place.ids.rst?.[0] ?? '' } };
};

/** An account with nothing in it. */
const nothing: Makes = async () => ({ params: {}, ids: {} });

/** A constancia over the hash in the example, by a trusted issuer. */
const otherProvider: Makes = async ({ sello }) => {
  const other = await trustOther(sello);
  const tsr = await other.stamp(Buffer.from('ab'.repeat(32), 'hex'), ISSUED_AT);
  return { params: {}, ids: {}, evidence: Buffer.from(tsr).toString('base64') };
};

const certificate: Makes = async ({ sello, key }) => {
  const { id } = await sello.certify(key);
  return { params: { id }, ids: { cert: [id] } };
};

const batch: Makes = async (council) => {
  const items = [{ sha256: 'ef'.repeat(32), file_name: 'a.pdf' }];
  const { id } = (await council.must('POST', '/batches', { items })).batch;
  return { params: { id }, ids: {} };
};

/** Its receiver is unreachable: nothing listens there. */
const webhook: Makes = async (council) => {
  const wanted = { url: 'http://127.0.0.1:64999/hooks', events: ['*'] };
  const { id } = (await council.must('POST', '/webhooks', wanted)).webhook;
  return { params: { id }, ids: {} };
};

const delivery: Makes = async (council) => {
  const { params } = await webhook(council);
  await council.sello.certify(council.key);
  await hooked(council.sello).deliver();
  const { deliveries } = await council.must('GET', `/webhooks/${params.id}/deliveries`);
  return { params: { id: deliveries[0].id }, ids: {} };
};

const event: Makes = async (council) => {
  await council.sello.certify(council.key);
  const { events } = await council.must('GET', '/events');
  return { params: { id: events[0].id }, ids: {} };
};

const imported: Makes = async (council) => {
  const rows = [{ given_name: 'Ana', first_surname: 'Luna' }];
  const { id } = (await council.must('POST', '/members/import', { rows })).import;
  return { params: { id }, ids: {} };
};

const marked: Makes = async (council) => {
  const rows = [{ member_number: '00001', item: 'cuota' }];
  const { id } = (await council.must('POST', '/markings', { rows })).marking;
  return { params: { id }, ids: {} };
};

const toFollow: Makes = async (council) => ({ params: {}, ids: { acct: [council.accountId] } });

const followed: Makes = async (council) => {
  const asked = { council_id: council.accountId, number: '00001', surname: 'Muestra' };
  const { id } = (await council.must('POST', '/watches', asked)).watch;
  return { params: { id }, ids: {} };
};

const toBeMailed: Makes = async (council) => {
  const { id } = (await council.must('POST', '/watch-addresses', { email: 'a@example.com' })).watch_address;
  return { params: { id }, ids: {} };
};

const waived: Makes = async (council) => {
  const place = await term(council);
  const wanted = { min_points: 10, reason: 'Licencia' };
  await council.must('PUT', `/terms/${place.params.id}/waivers/total`, wanted);
  return place;
};

const consenting: Makes = async (council) => {
  const place = await awards('approve')(council);
  const consent = { given_at: council.today(-1), notice_version: '1', channel: 'papel' };
  await council.must('PATCH', `/members/${place.ids.mem?.[0]}`, { consent });
  return place;
};

const diploma: Makes = async (council) => {
  const place = await awards('approve')(council);
  await council.must('POST', `/awards/${place.params.id}/diploma`, {});
  return place;
};

/** A draw over this year, of a program in which two members have a term. */
const draft = async (council: Council): Promise<Place> => {
  const place = await members(council);
  const wanted = newDraw(council, place.ids.prg?.[0] ?? '');
  const { id } = (await council.must('POST', '/draws', wanted)).draw;
  return { params: { id }, ids: { ...place.ids, drw: [id] } };
};

const sealedDraw: Makes = async (council) => {
  const place = await draft(council);
  await council.must('POST', `/draws/${place.params.id}/seal`);
  return place;
};

const review: Makes = async (council) => {
  const place = await members(council);
  const drawId = await drawEverybody(council, place.ids.prg?.[0] ?? '');
  const { reviews } = await council.must('GET', `/reviews?draw_id=${drawId}`);
  const days = { '2026-05-31': council.today(30) };
  return { params: { id: reviews[0].id }, ids: { ...place.ids, drw: [drawId] }, days };
};

async function clock(council: Council): Promise<Place> {
  const { clock } = await council.must('POST', '/clocks', { day: '2028-01-01' });
  return { params: { id: clock.id }, ids: { clk: [clock.id] } };
}

/** These operations exist only in test mode. */
const OF_TEST_MODE: Record<string, Makes> = {
  listClocks: nothing,
  createClock: nothing,
  getClock: clock,
  advanceClock: clock,
  deleteClock: clock,
  createWatchAddress: nothing,
  listWatchAddresses: nothing,
  deleteWatchAddress: toBeMailed,
};

export const PLACES: Record<string, Makes> = {
  ...OF_TEST_MODE,
  createProgram: exampleProgram(),
  updateProgram: exampleProgram('activate'),
  activateProgram: exampleProgram(),
  retireProgram: exampleProgram('activate'),
  evaluateProgram: exampleProgram(),
  createMember: member,
  searchMembers: member,
  updateMember: member,
  importMembers: member,
  postMarking: membership(),
  suspendMember: member,
  reactivateMember: memberThat('suspend'),
  recordDeath: member,
  anonymiseMember: member,
  createAccessLink: member,
  listMemberRequests: memberRequest,
  approveMemberRequest: memberRequest,
  rejectMemberRequest: memberRequest,
  mergeMember: member,
  createMembership: member,
  updateMembership: membership(),
  suspendMembership: membership(),
  reactivateMembership: membership('suspend'),
  endMembership: membership(),
  extendTerm: term,
  waiveRequirement: term,
  markChecklistItem: term,
  createDraw: members,
  getDraw: draft,
  listDraws: nothing,
  deleteDraw: draft,
  sealDraw: draft,
  cancelDraw: sealedDraw,
  listDrawCandidates: sealedDraw,
  listReviews: nothing,
  getReview: review,
  decideReview: review,
  extendReview: review,
  listOrganizers: nothing,
  createOrganizer: nothing,
  getOrganizer: organizer,
  updateOrganizer: organizer,
  getOrganizerRecord: organizer,
  listDeskPrograms: desk,
  listDeskCourses: desk,
  proposeCourse: desk,
  getDeskCourse: desk,
  changeProposal: desk,
  withdrawProposal: desk,
  postDeskRoster: accreditedAtDesk,
  listDeskRosters: desk,
  getDeskRoster: rosterOfDesk,
  listDeskRows: rosterOfDesk,
  createCourse: course(),
  updateCourse: course('accredit'),
  accreditCourse: course(),
  refuseCourse: course(),
  closeCourse: course('accredit'),
  cancelCourse: course(),
  createAward: course('accredit'),
  updateAward: awards(),
  approveAward: awards(),
  rejectAward: awards(),
  revokeAward: awards('approve'),
  withdrawAward: awards(),
  decideAwards: awards(),
  createDiploma: awards('approve'),
  postRoster: roster,
  revokeRoster: withRoster,
  createRenewal: renewable,
  renewMany: nothing,
  approveRenewal: renewal(),
  rejectRenewal: renewal(),
  withdrawRenewal: renewal(),
  annulRenewal: renewal('approve'),
  createConstancia: renewal('approve'),
  certifyTranscript: member,
  getOpenapi: nothing,
  getAccount: nothing,
  listCertificates: nothing,
  createCertificate: nothing,
  uploadCertificate: nothing,
  exportCertificates: certificate,
  getCertificate: certificate,
  updateCertificate: certificate,
  eraseCertificateFile: certificate,
  getProof: certificate,
  getRawProof: certificate,
  stampQuery: nothing,
  verifyHash: nothing,
  verifyHashes: nothing,
  verifyEvidence: nothing,
  adoptConstancia: otherProvider,
  listBatches: nothing,
  createBatch: nothing,
  getBatch: batch,
  listBatchItems: batch,
  retryBatch: batch,
  listWebhooks: nothing,
  createWebhook: nothing,
  getWebhook: webhook,
  changeWebhook: webhook,
  deleteWebhook: webhook,
  rotateWebhookSecret: webhook,
  testWebhook: webhook,
  listDeliveries: webhook,
  getDelivery: delivery,
  retryDelivery: delivery,
  getLogKey: nothing,
  getLogCoseKeys: nothing,
  getLogKeys: nothing,
  getCheckpoint: nothing,
  getWitnessedCheckpoint: witnessedLog,
  getTile: fullTile,
  getPartialTile: fullTile,
  getEntries: fullTile,
  getPartialEntries: fullTile,
  getConsistency: nothing,
  listEvents: nothing,
  getEvent: event,
  listPrograms: nothing,
  getProgram: exampleProgram(),
  deleteProgram: exampleProgram(),
  listLegalHolds: nothing,
  listPeople: nothing,
  invitePerson: nothing,
  changePersonRole: teammate,
  removePerson: teammate,
  listAuditEvents: nothing,
  exportAudit: nothing,
  listMembers: nothing,
  getMember: member,
  deleteMember: member,
  exportMember: member,
  exportAllMembers: member,
  exportAllAwards: awards(),
  exportDiplomas: course(),
  countDiplomas: course(),
  mailDiplomas: course(),
  getLedger: member,
  getTranscript: member,
  listImports: nothing,
  getImport: imported,
  undoImport: imported,
  listImportRows: imported,
  createWatch: toFollow,
  importWatches: toFollow,
  listWatches: nothing,
  getWatch: followed,
  deleteWatch: followed,
  listMarkings: nothing,
  getMarking: marked,
  listMarkingRows: marked,
  listMemberships: nothing,
  getMembership: membership(),
  listTerms: membership(),
  getEligibility: membership(),
  getTerm: term,
  endWaiver: waived,
  listCourses: nothing,
  getCourse: course(),
  listAwards: nothing,
  getAward: awards(),
  getBadge: consenting,
  getDiploma: diploma,
  listRosters: nothing,
  getRoster: withRoster,
  listRosterRows: withRoster,
  listRenewals: nothing,
  getRenewal: renewal(),
};

/** The shortened constancia in examples. `inPlace` replaces it, and ids and days, by those of the account. */
const SHORTENED = 'MAUwAwIBAg==';

export function inPlace(example: unknown, { ids, evidence = SHORTENED, days = {} }: Place): object | string {
  const put = (text: string) =>
    withDays(text.replaceAll(SHORTENED, evidence), days).replaceAll(
      /([a-z]+)_0Ejemplo(\d{14})/g,
      (whole, prefix, n) => {
        const id = ids[prefix]?.[Number(n) - 1];
        if (id === undefined) throw new Error(`the place has no record for ${whole}`);
        return id;
      },
    );
  return typeof example === 'string' ? put(example) : JSON.parse(put(JSON.stringify(example)));
}

function withDays(text: string, days: Record<string, string>): string {
  return Object.entries(days).reduce((put, [shown, day]) => put.replaceAll(shown, day), text);
}

export function modeOf(operation: string): KeyMode {
  return operation in OF_TEST_MODE ? 'test' : 'live';
}

/** An account of its own, with a key that may do everything in this mode. */
export async function openMode(sello: TestSello, mode: KeyMode): Promise<Council> {
  // A key gets the scopes for people and the audit log only if they are named.
  const scopes = SCOPES.filter((scope) => mode === 'live' || !LIVE_ONLY.has(scope));
  const { key } = await sello.newAccount({ key: { scopes, mode } });
  return openCouncil(sello, key);
}

/** A separate account, in the state that the operation's example assumes. */
export async function openPlace(
  sello: TestSello,
  operation: string,
): Promise<{ council: Council; place: Place }> {
  const council = await openMode(sello, modeOf(operation));
  const place = await PLACES[operation]?.(council);
  if (place === undefined) throw new Error(`no place is prepared for ${operation}`);
  return { council: place.key === undefined ? council : await openCouncil(sello, place.key), place };
}
