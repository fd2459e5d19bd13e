/** A Sello with history: people, keys, certificates in every state, anchors, proofs, calendars, witnesses; and its fsck. */

import { createHash, randomBytes } from 'node:crypto';
import { readEmbeddedBlocks } from '../../server/src/anchoring/embedded-chain/read-blocks.ts';
import { eraseExpiredFiles } from '../../server/src/certificates/erasing/erase-files.ts';
import { openFsck } from '../../server/src/cli/fsck.ts';
import { OPERATOR } from '../../server/src/kernel/actor.ts';
import type { TakeBreak } from '../../server/src/kernel/pacing/breaks.ts';
import type { Sha256Hex } from '../../server/src/kernel/sha256.ts';
import { DESK_SCOPE } from '../../server/src/operations/scopes.ts';
import { renewStamps } from '../../server/src/proofs/renewals/renew-stamps.ts';
import { stampCheckpoint } from '../../server/src/timestamps/checkpoints/stamp-checkpoint.ts';
import { chainDigest } from '../../server/src/timestamps/signing-chain-digest.ts';
import {
  type FsckFinding as Finding,
  type FsckOptions,
  type FsckReport,
  runFsck,
} from '../../server/src/upkeep/fsck/run-fsck.ts';
import { turnOn } from './authenticator.ts';
import { makeAll, someItems } from './batch-items.ts';
import { type CalendarSello, openCalendarSello } from './calendar-sello.ts';
import { signUp } from './dashboard-person.ts';
import { certifyAs } from './dashboard-upload.ts';
import { forgeProvider } from './forged-provider.ts';
import { holdsOf } from './holds.ts';
import { runLogKey } from './log-key-command.ts';
import { fileForm, multipart } from './multipart.ts';
import { ODD_PDFS } from './odd-pdfs.ts';
import { evidencePart, filePart, ISSUED_AT, sha256Of, trustOther } from './other-provider.ts';
import { postWithSeal, sealAll } from './sealed.ts';
import { API, type TestSello } from './test-sello.ts';
import { cosignNewest, newWitnessKey } from './test-witness.ts';

export type BusySello = CalendarSello & { certificateIds: string[] };

/** Makes a webhook whose previous secret still signs. */
async function makeWebhook(sello: TestSello, key: string): Promise<void> {
  const payload = { url: 'https://example.com/hooks', events: ['*'] };
  const made = await sello.call('POST', `${API}/webhooks`, { key, payload });
  await sello.call('POST', `${API}/webhooks/${made.body.webhook.id}/rotate`, { key, payload: {} });
}

export async function openBusySello(): Promise<BusySello> {
  const world = await openCalendarSello((bitcoin) => ({
    SELLO_OTS_BITCOIN_URL: bitcoin.url,
    SELLO_BLOB_KEY: randomBytes(32).toString('base64'),
  }));
  await makePeople(world.sello);
  await makeWebhook(world.sello, world.caller.key);
  const certificateIds: string[] = [];
  const witness = await newWitnessKey('witness.example/busy');
  await world.sello.ports.cosignatures.name([witness.vkey]);
  const tester = await world.sello.newAccount({ key: { mode: 'test' } });
  for (let round = 0; round < 4; round += 1) {
    for (let i = 0; i < 5; i += 1)
      certificateIds.push(await certifyWhole(world.sello, world.caller.key, `${round} ${i}`));
    await certifyWhole(world.sello, tester.key, `test ${round}`);
    await world.sello.sequence();
    await cosignNewest(world.sello, witness);
    if (round < 3) await world.anchorAndMine();
    // From then on two keys sign for the log.
    if (round === 1) await runLogKey(world.sello, 'add');
  }
  for (const id of certificateIds.slice(0, 6)) await world.proof(id);
  await stampAll(world);
  await keepForLater(world.sello);
  await world.sello.database.query(
    `update certificate_tokens t set chain = s.chain, chain_sha256 = null
       from signing_chains s where s.sha256 = t.chain_sha256 and t.certificate_id = $1`,
    [certificateIds[0]],
    'of-an-earlier-version',
  );
  await renewAll(world.sello);
  await makeBatch(world.sello, world.caller.key);
  await adopt(world.sello, world.caller.key);
  await sealSome(world.sello, world.caller.key);
  // A legal hold that is lifted at once, so that it blocks nothing here.
  const holds = holdsOf(world.sello);
  await holds.lift((await holds.add(world.caller.account.id)).id);
  // Erases the files of all test certificates made so far, with a clock that is a month ahead: by then they have
  // expired.
  const later = new Date(world.sello.ports.now().getTime() + 31 * 86_400_000);
  await eraseExpiredFiles({ ...world.sello.ports, now: () => later }, world.sello.config);
  // One more certificate, with the bytes of an earlier one, waits for its place in the log, and the making of another
  // has just begun.
  await world.sello.certify(world.caller.key, 'content 0 0');
  await world.sello.ports.certificates.begin(
    world.caller.account.id,
    true,
    undefined,
    world.sello.ports.now(),
  );
  return { ...world, certificateIds };
}

/** Renews everything in the log once. */
async function renewAll({ ports }: TestSello): Promise<void> {
  const size = (await ports.merkleLog.latestCheckpoint())?.size ?? 0;
  await ports.renewals.order({ hash: 'SHA-256', size, orderId: ports.newId('cst') }, ports.now());
  await renewStamps(ports);
}

/** Adopts constancias of another provider, one of them over a longer digest. */
async function adopt(sello: TestSello, key: string): Promise<void> {
  const other = await trustOther(sello);
  const longer = createHash('sha512').update('adopted too').digest();
  for (const [token, text] of [
    [await other.stamp(sha256Of('adopted'), ISSUED_AT), 'adopted'],
    [await other.stamp(longer, ISSUED_AT, 'SHA-512'), 'adopted too'],
  ] as const) {
    const form = multipart([evidencePart(token), filePart(text)]);
    const answer = await sello.call('POST', `${API}/evidence/adopt`, { key, ...form });
    if (answer.status !== 201) throw new Error(`not adopted: ${answer.text}`);
  }
}

/** Has PDFs sealed: one copy is made, one is refused, and one waits with its stamp. */
async function sealSome(sello: TestSello, key: string): Promise<void> {
  const [pdf, other] = [ODD_PDFS.simple, ODD_PDFS['pdf-2']] as [Uint8Array, Uint8Array];
  await postWithSeal(sello, key, pdf);
  await sealAll(sello);
  await postWithSeal(sello, key, 'no PDF', { seal: 'pdf_if_possible' });
  await postWithSeal(sello, key, other);
  const seal = await sello.ports.seals.take(sello.ports.now());
  if (seal === undefined) throw new Error('No copy waits');
  const { tsr, chain } = await sello.ports.timestamps.live.stamp('0'.repeat(64) as Sha256Hex, seal.orderId);
  await sello.ports.seals.keepStamp(seal, { tsr, chain }, sello.ports.now());
}

/**
 * Two batches, one with a stamp for each item and one with a shared stamp, each of two certified items and a failed
 * one; and a batch that waits.
 */
async function makeBatch(sello: TestSello, key: string): Promise<void> {
  const post = (path: string, payload: object) => sello.call('POST', `${API}${path}`, { key, payload });
  for (const stamp of ['own', 'shared']) {
    const items = someItems(3, `busy ${stamp}`).map((item, i) => ({
      ...item,
      file_size: 7,
      external_id: `busy ${stamp} ${i}`,
    }));
    await post('/batches', { stamp, items });
    await post('/certificates', { ...items[2], metadata: { busy: 'yes' } });
  }
  await makeAll(sello);
  await post('/batches', { items: someItems(2, 'waiting') });
}

/** Certifies with every field filled and an Idempotency-Key. */
async function certifyWhole(sello: TestSello, key: string, name: string): Promise<string> {
  const fields = { title: `Contrato ${name}`, description: `Descripción ${name}`, document_type: 'contract' };
  const { payload, headers } = fileForm(`content ${name}`, fields, `Contrato ${name}.pdf`);
  const idempotent = { ...headers, 'idempotency-key': randomBytes(8).toString('hex') };
  const answer = await sello.call('POST', `${API}/certificates`, { key, headers: idempotent, payload });
  if (answer.status !== 201) throw new Error(`not certified: ${answer.text}`);
  return answer.body.certificate.id;
}

async function makePeople(sello: TestSello): Promise<void> {
  const person = await signUp(sello);
  await person.call('PATCH', '/me', { language: 'es', time_zone: 'America/Mexico_City' });
  await person.call('PUT', '/retention', { password: person.password, keep_files_days: 3_650 });
  await turnOn(sello, person);
  const key = await person.newKey({ name: 'Ñandú' });
  await person.call('PATCH', `/keys/${key.id}`, { name: 'Cóndor', rate_per_minute: 30 });
  await person.call('POST', `/keys/${key.id}/rotate`, { grace_seconds: 3_600 });
  const other = await person.newKey({ name: 'other', expires_at: '2099-01-01T00:00:00.000Z' });
  await person.call('POST', `/keys/${other.id}/revoke`, { reason: 'lost' });
  await person.call('POST', '/deletion-request', { password: person.password });
  await certifyAs(person, 'from the dashboard');
  await certifyAs(person, 'for a test', { mode: 'test' });
  await sello.ports.accounts.grant(person.account.id, 10, sello.ports.now(), OPERATOR);
  const limits = { ratePerMinute: 6_000, monthlyQuota: 90_000 };
  await sello.ports.accounts.limit(person.account.id, limits, sello.ports.now(), OPERATOR);
  const organizer = await sello.call('POST', `${API}/organizers`, {
    key: (await sello.newKey(person.account)).key,
    payload: { name: 'Sociedad de Ejemplo' },
  });
  await sello.newKey(person.account, { scopes: [DESK_SCOPE], organizerId: organizer.body.organizer.id });
  const leaver = await sello.newAccount();
  await sello.certify(leaver.key, 'of somebody who left');
  await sello.ports.accounts.close(leaver.account.id, sello.ports.now(), OPERATOR);
  const { account: suspended } = await sello.newAccount();
  await sello.ports.accounts.suspend(suspended.id, 'unpaid', sello.ports.now(), OPERATOR);
  await sello.call('POST', '/api/dashboard/login', {
    payload: { email: 'nobody@example.com', password: 'x' },
  });
  const tomorrow = new Date(sello.ports.now().getTime() + 86_400_000);
  await sello.ports.passwordStore.addReset(person, randomBytes(32), tomorrow);
  await sello.ports.addressChanges.add({
    personId: person.id,
    checkedMark: (await sello.ports.people.findByEmail(person.email))?.mark ?? '',
    email: 'new@example.com',
    tokenHash: randomBytes(32),
    expiresAt: tomorrow,
  });
  await sello.ports.usage.flush();
}

/** Stores a stamped checkpoint, and an issuer's revocation answer about the signer of a provider. */
async function keepForLater(sello: TestSello): Promise<void> {
  await stampCheckpoint(sello.ports, 86_400_000);
  const provider = await forgeProvider({ name: 'PSC' });
  const chain = [provider.unitDer, provider.rootDer];
  const chainSha256 = chainDigest(chain);
  await sello.database.query(
    'insert into signing_chains (sha256, chain) values ($1, $2)',
    [chainSha256, chain],
    'chain',
  );
  const thisUpdate = new Date('2026-11-16T00:00:00Z');
  const about = { chainSha256, position: 0, day: '2026-11-16', thisUpdate, outcome: 'good' } as const;
  const now = sello.ports.now();
  const answers = [
    { kind: 'crl', der: provider.crl({ thisUpdate }) },
    { kind: 'ocsp', der: provider.ocsp({ thisUpdate }) },
  ] as const;
  for (const answer of answers) await sello.ports.keptRevocation.keep({ ...about, answer }, now);
}

/** One confirmed stamp and one promised stamp. */
async function stampAll(world: CalendarSello): Promise<void> {
  await world.stamp();
  await world.bitcoin.mine();
  world.wait();
  await world.stamp();
  await certifyWhole(world.sello, world.caller.key, 'late');
  await world.sello.sequence();
  world.wait();
  await world.stamp();
}

type Checked = FsckReport & { findings: Finding[] };

type Watching = { takeBreak?: TakeBreak; onProgress?: FsckOptions['onProgress'] };

type Checkable = { sello: TestSello; chain?: { folder: string } };

/** Runs `sello fsck` as another process would. */
export async function fsck(
  of: Checkable,
  { repair = false, ...watching }: { repair?: boolean } & Watching = {},
): Promise<Checked> {
  const findings: Finding[] = [];
  const report = await run(of, repair, (finding) => findings.push(finding), watching);
  return { ...report, findings };
}

/** Returns the first problem that fsck finds, and stops there. */
export async function firstProblem(of: Checkable): Promise<Finding | undefined> {
  let found: Finding | undefined;
  const stop = new Error('That is enough');
  await run(of, false, (finding) => {
    if (finding.level !== 'problem') return;
    found = finding;
    throw stop;
  }).catch((error) => {
    if (error !== stop) throw error;
  });
  return found;
}

/** Whether no check finds the fault except that of row digests, which finds every change. */
export async function isUnfound(of: Checkable): Promise<boolean> {
  // The digests are compared last.
  return [undefined, 'row_changed'].includes((await firstProblem(of))?.code);
}

async function run(
  { sello, chain }: Checkable,
  repair: boolean,
  onFinding: (finding: Finding) => void,
  { takeBreak = async () => {}, onProgress = () => {} }: Watching = {},
): Promise<FsckReport> {
  if (sello.isShared) throw new Error('This Sello is shared: fsck would judge what other files left in it');
  const onClose: (() => Promise<unknown>)[] = [];
  try {
    const surroundings = { logger: sello.ports.logger, now: sello.ports.now, randomBytes };
    const address = { url: sello.database.url };
    const { ports, repairs } = await openFsck(sello.config, address, surroundings, onClose, takeBreak);
    const blocks = chain === undefined ? ports.blocks : readEmbeddedBlocks(chain.folder);
    return await runFsck(
      { ...ports, blocks },
      {
        isQuick: false,
        repairs: repair ? repairs : undefined,
        onFinding: (_, finding) => onFinding(finding),
        onProgress,
      },
    );
  } finally {
    for (const step of onClose.reverse()) await step();
  }
}
