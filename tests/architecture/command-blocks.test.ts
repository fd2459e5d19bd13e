/** Every block that somebody may copy from a page is run by a test, or listed with the reason why not. */

import { expect, test } from 'vitest';
import { fencedAndIndented, PAGES } from '../harness/page-blocks.ts';
import { textOf } from './source-files.ts';

const ORGANIZER_KEY =
  'tests/api/organizers/create-organizer-key/201.test.ts makes such a key and these calls';
const WALK = 'tests/integration/memberships/walk-through.test.ts';
const CLOCKS = 'tests/integration/memberships/clocks.test.ts makes these calls, the block itself is not run';
/** Guides in both languages have the same blocks in these languages, and the test runs each of them twice. */
const RUN_IN_GUIDES = ['sh', 'js', 'python'];
const README = 'tests/integration/cli/readme.test.ts';
const GUIDES = 'tests/integration/api/guides.test.ts';
const MANUAL = 'tests/integration/cli/manual.test.ts';
const RELEASE = 'tests/integration/release/release.test.ts';
const ARCHIVE = 'its options are run by tests/e2e/evidence-archive.test.ts, the block itself is not';
const MACHINE =
  'changes the machine or needs Docker; the files that it copies are loaded by tests/integration/deploy';
const SETTING = 'a setting with an example value; its kinds are tested with the settings';
const FIGURES = 'takes minutes to hours; for those who measure';

/** By page and the beginning of the block: the test file that runs it, or the reason. */
const BLOCKS: Record<string, Record<string, string>> = {
  'README.md': {
    'npm start': 'tests/chaos/release.test.ts starts an unpacked release with it',
    'npx sello account create': README,
    'B=http': README,
    'get "$B/certificates/$ID?wait': README,
    'export SELLO_URL': README,
    'npm install http': README,
    'npm run build && (cd web/dist/verify':
      'builds the pages that all tests use; tests/chaos/release.test.ts builds in folders of its own, tests/integration/web/verifiers.test.ts compares the hashes',
    'TEST=$(npx sello key create': README,
    'npm test': 'runs this test',
  },
  'CONTRIBUTING.md': { 'npm run dev': 'tests/integration/dev.test.ts' },
  'python/README.md': {
    'pip install': 'tests/integration/sdk/python-package.test.ts',
    'from pathlib import Path': README,
    'anchored = ': README,
    'from sello import SelloError': README,
  },
  'sdk/README.md': {
    'npm install http': 'tests/integration/sdk/package.test.ts',
    "import { writeFile } from 'node:fs/promises';": README,
    'const controller = new AbortController();': README,
    'import { isSelloError }': README,
    'import { verifyWebhook }': README,
  },
  'docs/draws.md': { 'seed = bytes': 'tests/integration/memberships/draws.test.ts' },
  'docs/watches.md': {
    'call POST $B/watches ': 'tests/api/watches/create-watch/201.test.ts',
    'call POST $B/watch-addresses': 'tests/api/watches/create-watch-address/201.test.ts',
  },
  'docs/evidence-archive.md': {
    'npx sello export-evidence': ARCHIVE,
    'node verifiers/sello-verify.mjs . --log-key': ARCHIVE,
    'node verifiers/sello-verify.mjs . --certificate': ARCHIVE,
    'find certificates': ARCHIVE,
  },
  'docs/asic.md': {
    'sello proof cert_… --type asic':
      'tests/api/proofs/fetch/200-asic.test.ts fetches and checks the same container, the block itself is not run',
  },
  'docs/evidence-records.md': {
    'sello verify contract.pdf --record':
      'server/src/cli/verify/evidence-record.test.ts gives the same options, the block itself is not run',
  },
  'docs/receipts.md': {
    'sello proof cert_':
      'server/src/cli/verify/receipt.test.ts gives the same options, the block itself is not run',
    '18([': 'the structure of a receipt, no command',
  },
  'docs/mcp.md': {
    '{': 'a setting of the assistant; tests/integration/cli/mcp.test.ts starts the same command',
  },
  'docs/memberships.md': {
    YEAR: WALK,
    'PROGRAM=': WALK,
    'call POST $B/programs/$PROGRAM/evaluate': WALK,
    'call POST $B/programs/$PROGRAM/activate': WALK,
    'MEMBER=': WALK,
    'COURSE=': WALK,
    'call POST $B/courses': WALK,
    'call GET $B/terms': WALK,
    'call GET $B/memberships': WALK,
    'AWARD=': WALK,
    'call GET $B/members/$MEMBER/transcript': WALK,
    'call PATCH $B/programs': WALK,
    'call POST $B/clocks -d': CLOCKS,
    'call POST $B/clocks/$CLOCK/advance': CLOCKS,
    'curl -sSfO ${B%/api/*}': WALK,
    'export SELLO_URL=${B%/api/*}': WALK,
    'call POST $B/members/$MEMBER/access-link': WALK,
    'ORGANIZER=$(call': WALK,
    'curl -H "Authorization: Bearer $KEY_OF_ORGANIZER"': ORGANIZER_KEY,
    'call GET "$B/members/export': WALK,
  },
  'docs/operations.md': {
    'git clone': MACHINE,
    'cp deploy/compose.env.example': MACHINE,
    'docker run': MACHINE,
    synchronous_standby_names: 'tests/harness/postgres-trio.ts starts three servers with this value',
    'DATABASE_URL=postgres://sello:…@proxy': SETTING,
    'DATABASE_URL=postgres://sello:…@db1': SETTING,
    'alter role sello': MANUAL,
    SELLO_DATABASE_REPLICA_URL: SETTING,
    SELLO_MASTER_KEY_COMMAND: SETTING,
    'npx sello log-key list': MANUAL,
    'npm run --silent sbom': 'tests/architecture/dependencies.test.ts makes the same document',
    'npx sello fsck                 # everything': MANUAL,
    'npx sello backup': MANUAL,
    'npx sello partitions':
      'tests/integration/cli/manual.test.ts lists them, tests/integration/upkeep/move-partitions.test.ts moves them to another disk',
    'npx sello status': MANUAL,
    SELLO_WITNESSES: SETTING,
    'npx sello witness': MANUAL,
    'npx sello log-key add ml-dsa-44': 'tests/integration/transparency/log-ml-dsa.test.ts runs it',
    'npx sello mirror': 'tests/integration/cli/mirror.test.ts runs these commands, not the block itself',
    'npx sello fsck                # names':
      'tests/integration/upkeep/lost-past.test.ts runs these commands, not the block itself',
    'npx sello account list': MANUAL,
    'npx sello operator add': MANUAL,
    'sello status\nActs on':
      'what a command prints; tests/integration/cli/acts-on.test.ts has the line of every verb',
    'psql … -c':
      'tests/integration/upkeep/fsck-digests.test.ts takes a digest away and repairs, not by the block itself',
    'npx sello hold': 'tests/integration/cli/hold.test.ts runs these commands, not the block itself',
    'npx sello member export':
      'tests/integration/cli/member.test.ts and tests/api/people/export-me run these commands, not the block itself',
    '{ "status": "degraded"': 'an answer; tests/api/api/health has it',
  },
  'docs/CONFORMANCE.md': {
    'npx sello conformance': 'tests/interop/conformance.test.ts runs the command with other verifiers',
  },
  'docs/proof-format.md': {
    xmllint: 'tests/interop/proof-format.test.ts',
    'sello verify original':
      'tests/integration/cli/verify.test.ts gives the same options, the block itself is not run',
    'sello verify contract.pdf --record':
      'tests/integration/proofs/renewals.test.ts gives the same options, the block itself is not run',
    'sello verify contract.pdf --tsr':
      'server/src/cli/verify/evidence-record.test.ts gives the same options, with files of other names',
    'sello verify sealed.pdf':
      'server/src/cli/verify/sealed-pdf.test.ts gives the same files under other names',
  },
  'docs/providers.md': { '{': SETTING },
  'docs/releases.md': {
    'scripts/verify-release.sh': RELEASE,
    'minisign -V': RELEASE,
    'git checkout COMMIT': 'tests/chaos/release.test.ts builds twice and compares, in folders of its own',
    'tar -xzf': 'tests/chaos/release.test.ts',
    SELLO_RELEASE_KEY_FILE: 'tests/chaos/release.test.ts',
    'minisign -G': RELEASE,
  },
  'docs/scale.md': {
    'gas a day': 'a sum',
    'node bench/simulate-billion.ts': FIGURES,
    'npm run bench': FIGURES,
  },
  'docs/storage.md': { SELLO_S3_BUCKET: SETTING, 'openssl rand': MANUAL, SELLO_LOG_TILES: SETTING },
  'docs/webhooks.md': { 'webhook-id': 'an example of what is sent', 'import { Webhook }': README },
};

/** Blocks of guides that only show settings, answers or addresses, by their beginnings. */
const SHOWN_IN_GUIDES: Record<string, string> = {
  'SELLO_PSC_URL=': SETTING,
  'SELLO_BASE_URL=': SETTING,
  'SELLO_OIDC_ISSUER=': SETTING,
  '{{base_url}}/dashboard/sso': 'addresses; tests/integration/people/single-sign-on.test.ts uses them',
};

test.for(PAGES)('every block of %s is run by a test or listed with a reason', (page) => {
  const isGuide = page.startsWith('server/guides/');
  const blocks = fencedAndIndented(page)
    .filter(({ language }) => !isGuide || !RUN_IN_GUIDES.includes(language))
    .map(({ source }) => source);
  const listed = (isGuide ? SHOWN_IN_GUIDES : BLOCKS[page]) ?? {};
  const matching = (block: string) => Object.keys(listed).filter((start) => block.startsWith(start));
  expect(blocks.filter((block) => matching(block).length !== 1)).toEqual([]);
  if (!isGuide)
    expect(Object.keys(listed).filter((start) => !blocks.some((block) => block.startsWith(start)))).toEqual(
      [],
    );
  for (const told of Object.values(listed))
    for (const [file] of told.matchAll(/tests\/\S+\.ts/g)) textOf(file);
});

test('the test of the guides runs every block that is not listed here, in every language of the guide', () => {
  for (const language of RUN_IN_GUIDES) expect(textOf(GUIDES)).toMatch(new RegExp(`\\b${language}\\b`));
});
