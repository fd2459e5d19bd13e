/** Sealed copies through crashes, outages, erasing and a full store: nothing is bought or counted twice. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { sealNext } from '../../../server/src/certificates/sealing/seal-next.ts';
import type { Stamp } from '../../../server/src/timestamps/ports.ts';
import { fsck } from '../../harness/busy-sello.ts';
import { type ChildSello, startChildSello } from '../../harness/child-sello.ts';
import { type FaultyPsc, openFaultyPsc } from '../../harness/faulty-psc.ts';
import { ODD_PDFS } from '../../harness/odd-pdfs.ts';
import { originalOf, postWithSeal, recordOf, sealAll } from '../../harness/sealed.ts';
import { incomingFiles } from '../../harness/take-stock.ts';
import { openTestSello, type TestAccount, type TestSello } from '../../harness/test-sello.ts';

const PDF = Buffer.from(ODD_PDFS.simple as Uint8Array);

let psc: FaultyPsc;
let sello: TestSello;
let caller: TestAccount;
let child: ChildSello | undefined;
beforeEach(async () => {
  psc = await openFaultyPsc();
  sello = await openTestSello(psc.env);
  caller = await sello.newAccount({ certificates: 5 });
});
afterEach(async () => {
  await child?.kill('SIGKILL');
  child = undefined;
  await sello.close();
  await psc.close();
});

const certify = async () => (await postWithSeal(sello, caller.key, PDF)).body.certificate;
const claims = () =>
  sello.database.query('select process_is_alive(claimed_by) as alive from pdf_seals', [], 'claims');

/**
 * Findings of fsck that are expected in these tests: their provider signs under the name of the embedded authority, and
 * a killed process may have begun the journal of the log, which the next running server completes.
 */
const EXPECTED = ['facts_differ', 'journal_astray'];

async function expectSound(): Promise<void> {
  const { findings } = await fsck({ sello });
  expect(findings.filter(({ code }) => !EXPECTED.includes(code))).toEqual([]);
}

/** The copy exists, both certificates are paid for, and nothing is left of the attempts. */
async function expectSealed(id: string, stamps: number): Promise<void> {
  const { sealed } = await recordOf(sello, caller.key, id);
  expect(sealed.status).toBe('sealed');
  expect(
    (await originalOf(sello, caller.key, sealed.certificate_id)).subarray(0, PDF.length).equals(PDF),
  ).toBe(true);
  expect(await sello.certificatesLeft(caller.account)).toBe(3);
  expect(psc.calls).toBe(stamps);
  await expectSound();
}

test.for([
  ['the stamp inside', 2, 4],
  // The stamp inside is kept, so only the stamp of the copy is ordered again.
  ['the stamp of the copy', 3, 4],
] as const)('killed while it asks for %s, another process makes the copy', async ([, waitsFor, stamps]) => {
  const { id } = await certify();
  if (waitsFor === 3) await buyInside();
  const release = psc.hold();
  child = await startChildSello({
    ...psc.env,
    DATABASE_URL: sello.database.url,
    SELLO_DATA_DIR: sello.dataDir,
  });
  await psc.arrived(waitsFor);
  await child.kill('SIGKILL');
  release();
  await expect.poll(claims).toEqual([{ alive: false }]);
  await sealAll(sello);
  await expectSealed(id, stamps);
});

/** Buys the stamp inside, and fails before it is used. */
async function buyInside(): Promise<void> {
  const revisions = () => Promise.reject(new Error('the thread ended'));
  expect(await sealNext({ ...sello.ports, pdfSealer: { ...sello.ports.pdfSealer, revisions } })).toBe(true);
  sello.advance(2_000);
}

test('an outage of the provider puts the copy off, and it is made when the provider is back', async () => {
  const { id } = await certify();
  psc.behave('rejection');
  await sealAll(sello);
  expect((await recordOf(sello, caller.key, id)).sealed).toMatchObject({ status: 'queued', reason: null });
  psc.behave('honest');
  sello.advance(60_000);
  const before = psc.calls;
  await sealAll(sello);
  await expectSealed(id, before + 2);
});

test('what fails again and again is given up, and its certificate goes back to the allowance', async () => {
  const { id, updated_at } = await certify();
  const pdfSealer = { ...sello.ports.pdfSealer, digest: () => Promise.reject(new Error('never')) };
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await sealNext({ ...sello.ports, pdfSealer });
    sello.advance(600_000);
  }
  const { sealed, updated_at: changed } = await recordOf(sello, caller.key, id);
  expect(sealed).toMatchObject({ status: 'failed', reason: 'sealing_failed', certificate_id: null });
  expect(changed > updated_at).toBe(true);
  expect(await sello.certificatesLeft(caller.account)).toBe(4);
  expect(await sealNext(sello.ports)).toBe(false);
  await expectSound();
});

test('an original that is erased before or while its copy is made leaves no copy', async () => {
  const early = await certify();
  await sello.call('DELETE', `/api/public/v1/certificates/${early.id}/file`, { key: caller.key });
  await sealAll(sello);
  const late = await certify();
  const { live } = sello.ports.timestamps;
  const stamp = async (...asked: Parameters<typeof live.stamp>): Promise<Stamp> => {
    const made = await live.stamp(...asked);
    await sello.call('DELETE', `/api/public/v1/certificates/${late.id}/file`, { key: caller.key });
    return made;
  };
  const timestamps = { ...sello.ports.timestamps, live: { ...live, stamp } };
  expect(await sealNext({ ...sello.ports, timestamps })).toBe(true);
  for (const { id } of [early, late])
    expect((await recordOf(sello, caller.key, id)).sealed).toMatchObject({
      status: 'failed',
      reason: 'file_erased',
    });
  expect(await sello.certificatesLeft(caller.account)).toBe(3);
});

test('a copy that does not fit is given up', async () => {
  const tight = await sello.another({ SELLO_MAX_STORED_BYTES: String(PDF.length + 10) });
  const { id } = (await postWithSeal(tight, caller.key, PDF)).body.certificate;
  await sealAll(tight);
  expect((await recordOf(tight, caller.key, id)).sealed).toMatchObject({
    status: 'failed',
    reason: 'storage_full',
  });
  expect(await sello.certificatesLeft(caller.account)).toBe(4);
  expect(await incomingFiles(sello.dataDir)).toEqual([]);
});
