/** As `answer-tests.ts`, for the doors of members and of organisers. */

import type { Tested } from './answer-tests.ts';

const MEMBER = 'tests/api/own-page';
const ANONYMISED = `${MEMBER}/anonymised-meanwhile/409.test.ts`;
const CONSENT = `${MEMBER}/consent/consent.test.ts`;
const NEW_EMAIL = `${MEMBER}/change-email/change-email.test.ts`;
const NO_MAIL = `${MEMBER}/ask-code/refusals.test.ts`;
const CORRECTION = `${MEMBER}/ask-correction/ask-correction.test.ts`;
const REPORT = `${MEMBER}/report-activity/report-activity.test.ts`;
const EVIDENCE = `${MEMBER}/evidence/evidence.test.ts`;
const ASK_RENEWAL = `${MEMBER}/ask-renewal/ask-renewal.test.ts`;
const AWARD_FILES = `${MEMBER}/award-files`;
const ENTER_DESK = 'tests/api/desk/enter/200.test.ts';
const PROPOSE = 'tests/api/desk/propose/201.test.ts';
const DESK_ROSTERS = 'tests/api/desk/rosters/201.test.ts';
const DESK_KEPT_IN = 'tests/security/desk-kept-in.test.ts';
const WATCHES = 'tests/integration/memberships/watches.test.ts';
const REVIEWS = 'tests/integration/memberships/reviews.test.ts';

export const OWN_DOOR_ANSWER_TESTS: Readonly<Record<string, Tested>> = {
  'member mailEntranceCode': { folder: 'own-page/ask-code', elsewhere: { 403: NO_MAIL } },
  'member enterOwnPage': { folder: 'own-page/enter' },
  'member leaveOwnPage': { folder: 'own-page/enter' },
  'member getOwnPage': { folder: 'own-page/me' },
  'member getOwnTranscript': {
    folder: 'own-page/transcript',
    elsewhere: { 409: `${AWARD_FILES}/409.test.ts`, 422: `${AWARD_FILES}/422.test.ts` },
  },
  'member getOwnDiploma': {
    folder: 'own-page/award-files',
    elsewhere: { 404: `${AWARD_FILES}/200.test.ts` },
  },
  'member getOwnBadge': { folder: 'own-page/award-files', elsewhere: { 404: `${AWARD_FILES}/200.test.ts` } },
  'member giveOwnConsent': { elsewhere: { 200: CONSENT, 403: CONSENT, 409: CONSENT } },
  'member withdrawOwnConsent': { elsewhere: { 200: CONSENT, 409: ANONYMISED } },
  'member changeOwnProfile': {
    elsewhere: { 200: `${MEMBER}/change-me/change-me.test.ts`, 409: ANONYMISED, 422: CONSENT },
  },
  'member changeOwnEmail': { elsewhere: { 202: NEW_EMAIL, 403: NO_MAIL } },
  'member confirmOwnEmail': { elsewhere: { 200: NEW_EMAIL, 409: ANONYMISED, 422: NEW_EMAIL } },
  'member requestOwnRenewal': {
    elsewhere: { 201: ASK_RENEWAL, 404: ASK_RENEWAL, 409: ASK_RENEWAL, 422: ASK_RENEWAL },
  },
  'member sendOwnEvidence': {
    folder: 'own-page/evidence',
    elsewhere: { 201: EVIDENCE, 402: EVIDENCE, 409: ANONYMISED, 422: EVIDENCE },
  },
  'member reportOwnActivity': { elsewhere: { 201: REPORT, 409: ANONYMISED, 422: REPORT } },
  'member withdrawOwnActivity': {
    folder: 'own-page/withdraw-award',
    elsewhere: { 200: REPORT, 409: REPORT },
  },
  'member requestOwnCorrection': { elsewhere: { 201: CORRECTION, 409: CORRECTION, 422: CORRECTION } },
  'member withdrawOwnCorrection': { elsewhere: { 200: CORRECTION, 404: CORRECTION, 409: CORRECTION } },
  'member sendOwnReviewEvidence': { elsewhere: { 200: REVIEWS, 404: REVIEWS, 409: REVIEWS } },
  'member acceptOwnWatch': { elsewhere: { 200: WATCHES, 403: WATCHES, 404: WATCHES, 409: WATCHES } },
  'member endOwnWatch': { elsewhere: { 200: WATCHES, 404: WATCHES, 409: WATCHES } },
  'member exportOwnData': { folder: 'own-page/export' },

  'organizer mailDeskCode': { folder: 'desk/ask-code' },
  'organizer enterDesk': { elsewhere: { 200: ENTER_DESK, 422: ENTER_DESK } },
  'organizer leaveDesk': { elsewhere: { 200: ENTER_DESK } },
  'organizer getDesk': { elsewhere: { 200: ENTER_DESK } },
  'organizer listDeskPrograms': { elsewhere: { 200: PROPOSE } },
  'organizer listDeskCourses': { elsewhere: { 200: PROPOSE } },
  'organizer proposeCourse': { elsewhere: { 201: PROPOSE, 422: PROPOSE } },
  'organizer getDeskCourse': { elsewhere: { 200: PROPOSE, 404: DESK_KEPT_IN } },
  'organizer changeProposal': {
    elsewhere: { 200: PROPOSE, 404: DESK_KEPT_IN, 409: PROPOSE, 422: PROPOSE },
  },
  'organizer withdrawProposal': { elsewhere: { 200: PROPOSE, 404: DESK_KEPT_IN, 409: PROPOSE } },
  'organizer postDeskRoster': {
    elsewhere: {
      402: 'tests/security/posted-rows-cap.test.ts',
      201: DESK_ROSTERS,
      404: DESK_KEPT_IN,
      409: DESK_ROSTERS,
      413: DESK_ROSTERS,
      422: DESK_ROSTERS,
    },
  },
  'organizer previewDeskRoster': {
    elsewhere: {
      200: DESK_ROSTERS,
      404: DESK_KEPT_IN,
      409: DESK_ROSTERS,
      413: DESK_ROSTERS,
      422: DESK_ROSTERS,
    },
  },
  'organizer listDeskRosters': { elsewhere: { 200: DESK_ROSTERS } },
  'organizer getDeskRoster': { elsewhere: { 200: DESK_ROSTERS, 404: DESK_KEPT_IN } },
  'organizer listDeskRows': { elsewhere: { 200: DESK_ROSTERS, 404: DESK_KEPT_IN } },
  'organizer getDeskTable': { elsewhere: { 200: DESK_ROSTERS, 404: DESK_KEPT_IN } },
  'organizer getDeskTemplate': { elsewhere: { 200: DESK_ROSTERS } },
};
