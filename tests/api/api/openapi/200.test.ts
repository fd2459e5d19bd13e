import { parse } from 'yaml';
import { API } from '../../../harness/test-sello.ts';
import { expect, withSettings } from '../../../harness/world.ts';

const test = withSettings({ SELLO_BASE_URL: 'https://certifica.mx' }).extend(
  'get',
  ({ sello }) =>
    (query = '', headers: Record<string, string> = {}) =>
      sello.call('GET', `${API}/openapi${query}`, { headers }),
);

test('the description needs no key, is OpenAPI 3.1 and names the address of this service', async ({
  get,
}) => {
  const { status, headers, body } = await get();
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(body.openapi).toMatch(/^3\.1\./);
  expect(body.servers).toEqual([{ url: 'https://certifica.mx' }]);
});

test('a key is ignored, even an invalid one, and no call is counted', async ({ sello, get }) => {
  const { key } = await sello.newAccount({ key: { ratePerMinute: 1 } });
  const { text } = await get();
  for (const authorization of [`Bearer ${key}`, `Bearer ${key}`, 'Bearer nonsense', 'Basic x']) {
    expect((await get('', { authorization })).text).toBe(text);
  }
  expect((await sello.call('GET', `${API}/certificates`, { key })).status).toBe(200);
});

test('the YAML is the same document', async ({ get }) => {
  const yaml = await get('?format=yaml');
  expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8');
  expect(parse(yaml.text)).toEqual((await get('?format=json')).body);
});

test('pages of any origin may read it, and caches may keep it', async ({ get }) => {
  const { headers } = await get('', { origin: 'https://editor.example' });
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['cache-control']).toContain('public');
  expect(headers.etag).toMatch(/^"[0-9a-f]{64}"$/);
});

const OPERATIONS = [
  'get /account getAccount',
  'get /audit listAuditEvents',
  'get /audit.csv exportAudit',
  'get /people listPeople',
  'post /people/invitations invitePerson',
  'patch /people/{id} changePersonRole',
  'delete /people/{id} removePerson',
  'get /awards listAwards',
  'post /awards createAward',
  'post /awards/decide decideAwards',
  'get /awards/{id} getAward',
  'patch /awards/{id} updateAward',
  'post /awards/{id}/approve approveAward',
  'get /awards/{id}/badge getBadge',
  'get /awards/{id}/diploma getDiploma',
  'post /awards/{id}/diploma createDiploma',
  'post /awards/{id}/reject rejectAward',
  'post /awards/{id}/revoke revokeAward',
  'post /awards/{id}/withdraw withdrawAward',
  'get /batches listBatches',
  'post /batches createBatch',
  'get /batches/{id} getBatch',
  'get /batches/{id}/items listBatchItems',
  'post /batches/{id}/retry retryBatch',
  'get /certificates listCertificates',
  'post /certificates createCertificate',
  'get /certificates/export exportCertificates',
  'post /certificates/upload uploadCertificate',
  'get /certificates/{id} getCertificate',
  'patch /certificates/{id} updateCertificate',
  'delete /certificates/{id}/file eraseCertificateFile',
  'get /certificates/{id}/proof getProof',
  'get /certificates/{id}/proof/{type} getRawProof',
  'get /courses listCourses',
  'post /courses createCourse',
  'get /courses/{id} getCourse',
  'patch /courses/{id} updateCourse',
  'post /courses/{id}/accredit accreditCourse',
  'post /courses/{id}/cancel cancelCourse',
  'post /courses/{id}/close closeCourse',
  'post /courses/{id}/refuse refuseCourse',
  'get /courses/{id}/diplomas countDiplomas',
  'get /courses/{id}/diplomas/export exportDiplomas',
  'post /courses/{id}/diplomas/mail mailDiplomas',
  'post /courses/{id}/rosters postRoster',
  'get /deliveries/{id} getDelivery',
  'post /deliveries/{id}/retry retryDelivery',
  'get /desk/courses listDeskCourses',
  'post /desk/courses proposeCourse',
  'get /desk/courses/{id} getDeskCourse',
  'patch /desk/courses/{id} changeProposal',
  'post /desk/courses/{id}/rosters postDeskRoster',
  'post /desk/courses/{id}/withdraw withdrawProposal',
  'get /desk/programs listDeskPrograms',
  'get /desk/rosters listDeskRosters',
  'get /desk/rosters/{id} getDeskRoster',
  'get /desk/rosters/{id}/rows listDeskRows',
  'get /events listEvents',
  'get /events/{id} getEvent',
  'get /imports listImports',
  'get /markings listMarkings',
  'get /watches listWatches',
  'post /watches createWatch',
  'post /watches/import importWatches',
  'get /watches/{id} getWatch',
  'delete /watches/{id} deleteWatch',
  'get /watch-addresses listWatchAddresses',
  'post /watch-addresses createWatchAddress',
  'delete /watch-addresses/{id} deleteWatchAddress',
  'get /log/cose-keys getLogCoseKeys',
  'post /markings postMarking',
  'get /markings/{id} getMarking',
  'get /markings/{id}/rows listMarkingRows',
  'get /imports/{id} getImport',
  'get /imports/{id}/rows listImportRows',
  'post /imports/{id}/undo undoImport',
  'get /draws listDraws',
  'post /draws createDraw',
  'get /draws/{id} getDraw',
  'delete /draws/{id} deleteDraw',
  'post /draws/{id}/seal sealDraw',
  'post /draws/{id}/cancel cancelDraw',
  'get /draws/{id}/candidates listDrawCandidates',
  'get /reviews listReviews',
  'get /reviews/{id} getReview',
  'post /reviews/{id}/decide decideReview',
  'post /reviews/{id}/extend extendReview',
  'get /clocks listClocks',
  'post /clocks createClock',
  'get /clocks/{id} getClock',
  'delete /clocks/{id} deleteClock',
  'post /clocks/{id}/advance advanceClock',
  'get /log/checkpoint getCheckpoint',
  'get /log/consistency getConsistency',
  'get /log/key getLogKey',
  'get /log/keys getLogKeys',
  'get /log/tile/entries/{index} getEntries',
  'get /log/tile/entries/{partial}/{width} getPartialEntries',
  'get /log/tile/{level}/{index} getTile',
  'get /log/tile/{level}/{partial}/{width} getPartialTile',
  'get /log/witnessed-checkpoint getWitnessedCheckpoint',
  'get /members listMembers',
  'post /members createMember',
  'post /members/import importMembers',
  'post /members/search searchMembers',
  'delete /members/{id} deleteMember',
  'get /members/{id} getMember',
  'patch /members/{id} updateMember',
  'post /members/{id}/access-link createAccessLink',
  'post /members/{id}/anonymise anonymiseMember',
  'get /member-requests listMemberRequests',
  'post /member-requests/{id}/approve approveMemberRequest',
  'post /member-requests/{id}/reject rejectMemberRequest',
  'post /members/{id}/deceased recordDeath',
  'get /legal-holds listLegalHolds',
  'get /members/{id}/export exportMember',
  'get /members/export exportAllMembers',
  'get /awards/export exportAllAwards',
  'get /members/{id}/ledger getLedger',
  'post /members/{id}/memberships createMembership',
  'post /members/{id}/merge mergeMember',
  'post /members/{id}/reactivate reactivateMember',
  'post /members/{id}/suspend suspendMember',
  'get /members/{id}/transcript getTranscript',
  'post /members/{id}/transcript certifyTranscript',
  'get /memberships listMemberships',
  'get /memberships/{id} getMembership',
  'patch /memberships/{id} updateMembership',
  'get /memberships/{id}/eligibility getEligibility',
  'post /memberships/{id}/end endMembership',
  'post /memberships/{id}/reactivate reactivateMembership',
  'post /memberships/{id}/renewals createRenewal',
  'post /memberships/{id}/suspend suspendMembership',
  'get /memberships/{id}/terms listTerms',
  'get /openapi getOpenapi',
  'get /organizers listOrganizers',
  'post /organizers createOrganizer',
  'get /organizers/{id} getOrganizer',
  'patch /organizers/{id} updateOrganizer',
  'get /organizers/{id}/record getOrganizerRecord',
  'get /programs listPrograms',
  'post /programs createProgram',
  'delete /programs/{id} deleteProgram',
  'get /programs/{id} getProgram',
  'patch /programs/{id} updateProgram',
  'post /programs/{id}/activate activateProgram',
  'post /programs/{id}/evaluate evaluateProgram',
  'post /programs/{id}/retire retireProgram',
  'get /renewals listRenewals',
  'post /renewals/batch renewMany',
  'get /renewals/{id} getRenewal',
  'post /renewals/{id}/annul annulRenewal',
  'post /renewals/{id}/approve approveRenewal',
  'post /renewals/{id}/constancia createConstancia',
  'post /renewals/{id}/reject rejectRenewal',
  'post /renewals/{id}/withdraw withdrawRenewal',
  'get /rosters listRosters',
  'get /rosters/{id} getRoster',
  'post /rosters/{id}/revoke revokeRoster',
  'get /rosters/{id}/rows listRosterRows',
  'get /terms/{id} getTerm',
  'put /terms/{id}/checklist/{code} markChecklistItem',
  'post /terms/{id}/extend extendTerm',
  'delete /terms/{id}/waivers/{requirement} endWaiver',
  'put /terms/{id}/waivers/{requirement} waiveRequirement',
  'post /tsa stampQuery',
  'post /verify verifyHashes',
  'post /evidence/verify verifyEvidence',
  'post /evidence/adopt adoptConstancia',
  'get /verify/{hash} verifyHash',
  'get /webhooks listWebhooks',
  'post /webhooks createWebhook',
  'delete /webhooks/{id} deleteWebhook',
  'get /webhooks/{id} getWebhook',
  'patch /webhooks/{id} changeWebhook',
  'get /webhooks/{id}/deliveries listDeliveries',
  'post /webhooks/{id}/rotate rotateWebhookSecret',
  'post /webhooks/{id}/test testWebhook',
];

test('it has exactly the operations of the contract', async ({ get }) => {
  const { paths } = (await get()).body;
  const operations = Object.entries<Record<string, { operationId: string }>>(paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${method} ${path.replace(API, '')} ${operationId}`,
      ),
  );
  expect(operations.toSorted()).toEqual(OPERATIONS.toSorted());
});

test('HEAD is answered with the same headers and no body', async ({ sello, get }) => {
  const [head, whole] = [await sello.call('HEAD', `${API}/openapi`), await get()];
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers.etag).toBe(whole.headers.etag);
  expect(head.headers['content-length']).toBe(whole.headers['content-length']);
});
