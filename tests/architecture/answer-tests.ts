/**
 * Where to find the test of every answer that is not tested in the folder with the name of its operation: another
 * folder, with a file for each status, or a file that tests the answer for several operations at once. Operations are
 * named with their door.
 */

export type Tested = { folder?: string; elsewhere?: Readonly<Record<number, string>> };

const PROOF = 'tests/api/people/proof/401-403.test.ts';
const SSO = 'tests/integration/people/single-sign-on.test.ts';
const SSO_SECURITY = 'tests/security/single-sign-on.test.ts';
const NO_PASSKEYS = 'tests/api/people/add-passkey/403.test.ts';
const BY_KEY = 'tests/api/people/public/people.test.ts';
const AUDIT_BY_KEY = 'tests/api/audit/public/audit.test.ts';
const UNKNOWN = 'tests/api/operator/unknown-records/404.test.ts';
const CREATE = 'tests/api/certificates/create';
const OF_UPLOADS = {
  400: `${CREATE}/400.test.ts`,
  402: `${CREATE}/402.test.ts`,
  409: `${CREATE}/409.test.ts`,
  422: `${CREATE}/422.test.ts`,
  502: `${CREATE}/502.test.ts`,
};
const STAMP_REFUSALS = 'tests/api/certificates/tsa/refusals.test.ts';
const BATCHES = 'tests/api/batches/create/422.test.ts';
const DASHBOARD_BATCHES = 'tests/integration/certificates/dashboard-batches.test.ts';
const LIVE_CLOCKS = 'tests/api/memberships/create-clock/403.test.ts';
const DECIDED_AWARDS = 'tests/api/memberships/approve-award/409.test.ts';
const DECIDED_RENEWALS = 'tests/api/memberships/approve-renewal/409.test.ts';
const DECIDED_TERMS = 'tests/api/memberships/extend-term/409.test.ts';
const MEMBER_STEPS = 'tests/api/memberships/suspend-member/409.test.ts';
const MEMBERSHIP_STEPS = 'tests/api/memberships/suspend-membership/409.test.ts';
const MEMBER_REQUESTS = 'tests/api/memberships/decide-member-request/decide.test.ts';
const CONSTANCIA = 'tests/api/memberships/create-constancia/201.test.ts';
const ROSTER = 'tests/api/memberships/preview-roster/refusals.test.ts';
const KEYS_404 = 'tests/api/keys/change/404.test.ts';
const OWN_PAGE = 'tests/api/memberships/own-page-settings/own-page-settings.test.ts';
const DRAWS = 'tests/integration/memberships/draws.test.ts';
const ROWS_FULL = 'tests/security/posted-rows-cap.test.ts';
const WATCH_MAILS = 'tests/integration/memberships/watch-mails.test.ts';
const INVITE = 'tests/api/organizers/invite-organizer/invite.test.ts';
const ORGANIZER_KEY = 'tests/api/organizers/create-organizer-key/201.test.ts';
const PROPOSE = 'tests/api/desk/propose/201.test.ts';
const DESK_ROSTERS = 'tests/api/desk/rosters/201.test.ts';
const DRAW_DESK = 'tests/integration/memberships/draw-desk.test.ts';
const REVIEWS = 'tests/integration/memberships/reviews.test.ts';
const COUNCIL = 'tests/integration/memberships/dashboard.test.ts';
const COUNCIL_READS = 'tests/integration/memberships/dashboard-reads.test.ts';
const OVERVIEW = 'tests/integration/memberships/overview.test.ts';
const CLOSED = 'tests/api/operator/closed-accounts/409.test.ts';

export const ANSWER_TESTS: Readonly<Record<string, Tested>> = {
  'key getAccount': { folder: 'keys/account' },
  'key listPeople': { folder: 'people/list-people', elsewhere: { 200: BY_KEY } },
  'key invitePerson': { folder: 'people/invite-person', elsewhere: { 201: BY_KEY } },
  'key changePersonRole': { folder: 'people/change-role', elsewhere: { 200: BY_KEY } },
  'key removePerson': { folder: 'people/remove-person', elsewhere: { 204: BY_KEY, 404: BY_KEY } },
  'key listAuditEvents': { folder: 'audit/public', elsewhere: { 200: AUDIT_BY_KEY } },
  'key exportAudit': { folder: 'audit/public', elsewhere: { 200: AUDIT_BY_KEY } },

  'person getSettings': { folder: 'people/login-settings' },
  'person logIn': { folder: 'people/log-in', elsewhere: { 403: SSO } },
  'person logOut': { folder: 'people/log-out' },
  'person beginPasskeyLogin': { folder: 'people/log-in-with-passkey', elsewhere: { 403: SSO } },
  'person logInWithPasskey': { folder: 'people/log-in-with-passkey', elsewhere: { 403: NO_PASSKEYS } },
  'person requestPasswordReset': { folder: 'people/forgotten-password' },
  'person resetPassword': { folder: 'people/reset-password', elsewhere: { 403: SSO } },
  'person beginSso': { folder: 'people/sso', elsewhere: { 200: SSO, 404: SSO, 503: SSO } },
  'person finishSso': {
    folder: 'people/sso',
    elsewhere: { 200: SSO_SECURITY, 403: SSO_SECURITY, 404: SSO, 409: SSO, 503: SSO },
  },
  'person getSsoJoin': { folder: 'people/sso', elsewhere: { 200: SSO_SECURITY } },
  'person joinSso': { folder: 'people/sso', elsewhere: { 200: SSO_SECURITY, 403: SSO_SECURITY } },
  'person confirmEmail': { folder: 'people/confirm-address' },
  'person readInvitation': { folder: 'people/read-invitation' },
  'person acceptInvitation': { folder: 'people/accept-invitation' },
  'person openAccount': { folder: 'people/open-account' },

  'person getMe': { folder: 'people/read-account' },
  'person updateMe': { folder: 'people/change-account' },
  'person eraseMe': { folder: 'people/erase-me', elsewhere: { 401: PROOF, 403: PROOF } },
  'person exportMe': { folder: 'people/export-me' },
  'person updateAccount': { folder: 'people/update-account', elsewhere: { 401: PROOF } },
  'person setRetention': { folder: 'people/keep-files', elsewhere: { 401: PROOF } },
  'person requestDeletion': { folder: 'people/request-deletion' },
  'person cancelDeletion': { folder: 'people/cancel-deletion' },
  'person changePassword': { folder: 'people/change-password' },
  'person changeEmail': { folder: 'people/change-address' },
  'person listSessions': { folder: 'people/list-sessions' },
  'person closeSession': { folder: 'people/close-session' },
  'person closeOtherSessions': { folder: 'people/close-other-sessions' },
  'person beginSecondFactor': { folder: 'people/second-factor' },
  'person confirmSecondFactor': { folder: 'people/second-factor' },
  'person renewRecoveryCodes': { folder: 'people/second-factor' },
  'person removeSecondFactor': { folder: 'people/second-factor' },
  'person listPasskeys': { folder: 'people/list-passkeys' },
  'person beginPasskey': {
    folder: 'people/add-passkey',
    elsewhere: { 200: 'tests/api/people/add-passkey/201.test.ts' },
  },
  'person addPasskey': { folder: 'people/add-passkey' },
  'person beginPasskeyProof': { folder: 'people/prove-with-passkey', elsewhere: { 403: NO_PASSKEYS } },
  'person removePasskey': { folder: 'people/remove-passkey' },

  'person listPeople': { folder: 'people/list-people' },
  'person invitePerson': { folder: 'people/invite-person', elsewhere: { 401: PROOF, 403: PROOF } },
  'person resendInvitation': { folder: 'people/resend-invitation' },
  'person revokeInvitation': { folder: 'people/revoke-invitation' },
  'person changePersonRole': { folder: 'people/change-role', elsewhere: { 401: PROOF, 403: PROOF } },
  'person removePerson': { folder: 'people/remove-person', elsewhere: { 401: PROOF, 403: PROOF } },
  'person transferAccount': { folder: 'people/transfer-account', elsewhere: { 401: PROOF, 403: PROOF } },
  'person findRequest': { folder: 'keys/find-request' },
  'person getUsage': { folder: 'keys/usage' },
  'person exportUsage': { folder: 'keys/usage' },
  'person getAllowance': { folder: 'people/read-allowance' },
  'person askForCertificates': { folder: 'people/ask-for-certificates' },
  'person listAuditEvents': { folder: 'audit/list' },
  'person exportAudit': { folder: 'audit/export' },
  'person listOwnAuditEvents': { folder: 'audit/list-own' },

  'key listCertificates': { folder: 'certificates/list' },
  'key getCertificate': { folder: 'certificates/read' },
  'key createCertificate': { folder: 'certificates/create' },
  'key uploadCertificate': { folder: 'certificates/upload', elsewhere: OF_UPLOADS },
  'key updateCertificate': { folder: 'certificates/update' },
  'key eraseCertificateFile': { folder: 'certificates/erase-file' },
  'key verifyHash': { folder: 'certificates/verify-hash' },
  'key verifyHashes': { folder: 'certificates/verify-hashes' },
  'key exportCertificates': { folder: 'certificates/export' },
  'key stampQuery': {
    folder: 'certificates/tsa',
    elsewhere: { 402: STAMP_REFUSALS },
  },
  'key createBatch': { folder: 'batches/create', elsewhere: { 402: BATCHES, 409: BATCHES } },
  'key retryBatch': { folder: 'batches/retry', elsewhere: { 402: 'tests/api/batches/retry/202.test.ts' } },
  'key getProof': { folder: 'proofs/fetch' },
  'key getRawProof': { folder: 'proofs/fetch-raw' },
  'key adoptConstancia': { folder: 'evidence/adopt' },
  'key verifyEvidence': { folder: 'evidence/verify' },
  'key createWebhook': { folder: 'webhooks/create' },
  'key retryDelivery': { elsewhere: { 409: 'tests/integration/webhooks/failures.test.ts' } },

  'key listClocks': { elsewhere: { 403: LIVE_CLOCKS } },
  'key getClock': { elsewhere: { 403: LIVE_CLOCKS } },
  'key advanceClock': {
    elsewhere: { 403: LIVE_CLOCKS, 409: 'tests/api/memberships/advance-clock/202.test.ts' },
  },
  'key deleteClock': { elsewhere: { 403: LIVE_CLOCKS } },
  'key createAccessLink': { elsewhere: { 409: 'tests/api/memberships/create-access-link/refusals.test.ts' } },
  'key approveMemberRequest': { elsewhere: { 409: MEMBER_REQUESTS, 422: MEMBER_REQUESTS } },
  'key rejectMemberRequest': { elsewhere: { 409: MEMBER_REQUESTS } },
  'key reactivateMember': { elsewhere: { 409: MEMBER_STEPS } },
  'key recordDeath': { elsewhere: { 409: MEMBER_STEPS } },
  'key reactivateMembership': { elsewhere: { 409: MEMBERSHIP_STEPS } },
  'key endMembership': { elsewhere: { 409: MEMBERSHIP_STEPS } },
  'key waiveRequirement': { elsewhere: { 409: DECIDED_TERMS } },
  'key endWaiver': { elsewhere: { 409: DECIDED_TERMS } },
  'key markChecklistItem': { elsewhere: { 409: DECIDED_TERMS } },
  'key rejectAward': { elsewhere: { 409: DECIDED_AWARDS } },
  'key revokeAward': { elsewhere: { 409: DECIDED_AWARDS } },
  'key withdrawAward': { elsewhere: { 409: DECIDED_AWARDS } },
  'key rejectRenewal': { elsewhere: { 409: DECIDED_RENEWALS } },
  'key withdrawRenewal': { elsewhere: { 409: DECIDED_RENEWALS } },
  'key createConstancia': { elsewhere: { 200: CONSTANCIA, 409: CONSTANCIA } },
  'key deleteDraw': { elsewhere: { 409: DRAWS } },
  'key importMembers': { elsewhere: { 402: ROWS_FULL } },
  'key postRoster': { elsewhere: { 402: ROWS_FULL } },
  'key postMarking': { elsewhere: { 402: ROWS_FULL } },
  'key sealDraw': { elsewhere: { 402: 'tests/security/draw-room.test.ts', 409: DRAWS } },
  'key cancelDraw': { elsewhere: { 409: DRAWS } },
  'key decideReview': { elsewhere: { 409: REVIEWS } },
  'key extendReview': { elsewhere: { 409: REVIEWS } },

  'person createBatch': { folder: 'batches/create', elsewhere: { 402: DASHBOARD_BATCHES, 409: BATCHES } },
  'person getService': { folder: 'api/service' },
  'person listKeys': { folder: 'keys/list' },
  'person createKey': { folder: 'keys/create' },
  'person createOrganizerKey': {
    elsewhere: { 404: ORGANIZER_KEY, 409: 'tests/api/keys/create/409.test.ts' },
  },
  'key proposeCourse': { elsewhere: { 422: PROPOSE } },
  'key changeProposal': { elsewhere: { 409: PROPOSE, 422: PROPOSE } },
  'key withdrawProposal': { elsewhere: { 409: PROPOSE } },
  'key postDeskRoster': {
    elsewhere: { 402: ROWS_FULL, 409: DESK_ROSTERS, 413: DESK_ROSTERS, 422: DESK_ROSTERS },
  },
  'person rotateKey': { folder: 'keys/rotate', elsewhere: { 404: KEYS_404 } },
  'person updateKey': { folder: 'keys/change' },
  'person revokeKey': { folder: 'keys/revoke', elsewhere: { 404: KEYS_404 } },
  'person getKeyReview': { elsewhere: { 200: 'tests/security/reset-means-it.test.ts' } },
  'person endKeyReview': { elsewhere: { 200: 'tests/security/reset-means-it.test.ts' } },
  'person getCertificateFile': { folder: 'certificates/dashboard-file' },
  'person getCertificateQr': { folder: 'certificates/dashboard-qr' },
  'person getCertificatePage': { folder: 'certificates/dashboard-page' },
  'person updateCertificatePage': { folder: 'certificates/dashboard-change-page' },
  'person moveCertificatePage': { folder: 'certificates/dashboard-move-page' },
  'person listAwardsOfCourse': { elsewhere: { 200: COUNCIL_READS, 404: 'tests/security/roles.test.ts' } },
  'person listMembersWithStandings': { elsewhere: { 200: COUNCIL_READS } },
  'person previewImport': { elsewhere: { 200: COUNCIL_READS, 402: ROWS_FULL } },
  'person previewMarking': { elsewhere: { 402: ROWS_FULL } },
  'person previewRoster': {
    elsewhere: { 200: COUNCIL_READS, 402: ROWS_FULL, 404: ROSTER, 409: ROSTER, 413: ROSTER, 422: ROSTER },
  },
  'person readMemberRecord': { elsewhere: { 200: COUNCIL_READS, 404: COUNCIL_READS } },
  'person getOwnPageSettings': { elsewhere: { 200: OWN_PAGE } },
  'person updateOwnPageSettings': { elsewhere: { 200: OWN_PAGE } },
  'key createWatchAddress': {
    folder: 'watches/create-watch-address',
    elsewhere: { 200: 'tests/api/watches/create-watch-address/201.test.ts', 409: WATCH_MAILS },
  },
  'person inviteOrganizer': { elsewhere: { 202: INVITE, 403: INVITE, 404: INVITE, 409: INVITE } },
  'person previewDraw': { elsewhere: { 200: DRAW_DESK } },
  'person getCouncil': { elsewhere: { 200: COUNCIL } },
  'person updateCouncil': { elsewhere: { 200: COUNCIL } },
  'person uploadCouncilImage': { elsewhere: { 201: COUNCIL } },
  'person getCouncilImage': { elsewhere: { 200: COUNCIL, 404: COUNCIL } },
  'person readOverview': { elsewhere: { 200: OVERVIEW } },
  'person readPointsByYear': { elsewhere: { 200: OVERVIEW } },
  'person readAwardQueue': { elsewhere: { 200: OVERVIEW } },
  'person readRenewalQueue': { elsewhere: { 200: OVERVIEW } },
  'person readEligibleMemberships': { elsewhere: { 200: OVERVIEW } },

  'operator getOperator': { folder: 'operator/get-operator' },
  'operator proveOperator': {
    folder: 'operator/prove',
    elsewhere: { 200: 'tests/security/operator.test.ts', 401: PROOF, 403: PROOF },
  },
  'operator listOperatorLog': { folder: 'operator/list-log' },
  'operator listAccounts': { folder: 'operator/list-accounts' },
  'operator readAccount': { folder: 'operator/read-account' },
  'operator limitAccount': { folder: 'operator/limit-account', elsewhere: { 404: UNKNOWN, 409: CLOSED } },
  'operator grantCertificates': {
    folder: 'operator/grant-certificates',
    elsewhere: { 404: UNKNOWN, 409: CLOSED },
  },
  'operator suspendAccount': { folder: 'operator/suspend-account', elsewhere: { 404: UNKNOWN } },
  'operator resumeAccount': { folder: 'operator/suspend-account', elsewhere: { 404: UNKNOWN } },
  'operator closeAccount': {
    folder: 'operator/close-account',
    elsewhere: { 404: UNKNOWN, 409: 'tests/integration/holds/holds.test.ts' },
  },
  'operator removeSecondFactor': { folder: 'operator/remove-second-factor', elsewhere: { 404: UNKNOWN } },
  'operator listAllowanceRequests': {
    folder: 'operator/grant-request',
  },
  'operator grantAllowanceRequest': { folder: 'operator/grant-request', elsewhere: { 404: UNKNOWN } },
  'operator refuseAllowanceRequest': {
    folder: 'operator/refuse-request',
    elsewhere: { 404: UNKNOWN, 409: 'tests/api/operator/grant-request/409.test.ts' },
  },
  'operator getHealth': { folder: 'operator/get-health' },
  'operator listProviders': { folder: 'operator/list-providers' },
  'operator testProvider': {
    folder: 'operator/list-providers',
    elsewhere: { 404: UNKNOWN, 502: 'tests/api/operator/test-provider/502.test.ts' },
  },
  'operator getMail': { folder: 'operator/mail' },
  'operator sendTestMail': {
    folder: 'operator/mail',
    elsewhere: { 403: 'tests/api/operator/mail/200.test.ts' },
  },
  'operator listWebhooks': { folder: 'operator/list-webhooks' },
};
