/**
 * Features that a newcomer looks for, and the folder whose name should lead there. A renamed folder must still do so.
 */

import { statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source-files.ts';

const ROOMS = {
  idempotency: 'server/src/operations/idempotency',
  'who may call an operation': 'server/src/operations/doors',
  'evidence bundle': 'server/src/proofs/evidence-bundle',
  'evidence export of an account': 'server/src/proofs/export-account-evidence',
  'court package': 'server/src/proofs/court-package',
  'ASiC containers': 'proof/src/containers',
  'evidence records': 'proof/src/evidence-records',
  'renewal of time stamps': 'server/src/proofs/renewals',
  'member import': 'server/src/memberships/members/import',
  'opening a membership': 'server/src/memberships/membership',
  standing: 'server/src/memberships/standing',
  'test clock': 'server/src/memberships/clocks',
  'standing watch of an employer': 'server/src/memberships/watches',
  'marks on many checklists': 'server/src/memberships/markings',
  'verification draw': 'server/src/memberships/draws',
  'four eyes': 'server/src/memberships/four-eyes',
  'diploma layout': 'server/src/memberships/documents/layout',
  'sign-in by OpenID Connect': 'server/src/people/sso',
  'legal hold': 'server/src/holds',
  'delivery of webhooks': 'server/src/webhooks/delivery',
  usage: 'server/src/keys/usage',
  'quota and rate limit': 'server/src/keys/rate-and-quota',
  'scopes of keys': 'server/src/keys',
  'audit log': 'server/src/audit',
  witness: 'server/src/transparency/witnesses',
  anchoring: 'server/src/anchoring',
  backup: 'server/src/upkeep/backup',
  fsck: 'server/src/upkeep/fsck',
  'trial of a provider': 'server/src/operator/try-providers-and-mail',
} as const;

test.each(Object.entries(ROOMS))('%s has a folder that its name leads to', (_, folder) => {
  expect(statSync(path.join(ROOT, folder)).isDirectory()).toBe(true);
});
