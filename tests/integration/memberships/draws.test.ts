/** M23: nobody chooses who is drawn, and anybody can repeat the draw. */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DrawChain, drawOnce, fillProgram, newDraw, openDrawChain } from '../../harness/draws.ts';
import { forFile } from '../../harness/for-file.ts';
import { type Council, expectRefusal, openCouncil } from '../../harness/memberships.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const RECOMPUTE = path.resolve(import.meta.dirname, '../../interop/recompute_draw.py');

const sello = forFile(openTestSello);
let chain: DrawChain;
let council: Council;
let programId: string;
let memberships: { id: string; member_id: string }[];
let folder: string;
beforeAll(async () => {
  chain = await openDrawChain(sello);
  council = await openCouncil(sello);
  ({ programId, memberships } = await fillProgram(council, 10));
  folder = await mkdtemp(path.join(tmpdir(), 'draw-'));
});
afterAll(async () => {
  await chain?.close();
  await rm(folder, { recursive: true, force: true });
});

const once = (fields: object = {}) => drawOnce(council, chain, newDraw(council, programId, fields));
const draft = async () => (await council.must('POST', '/draws', newDraw(council, programId))).draw.id;
const seal = async (id: string) => {
  await council.must('POST', `/draws/${id}/seal`);
  await chain.follow();
};

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

const draw = async (id: string) => (await council.must('GET', `/draws/${id}`)).draw;

async function publicData(id: string) {
  const { pathname } = new URL((await draw(id)).public_url);
  const facts = await sello.call('GET', `${pathname}.json`);
  expect(facts.status, facts.text).toBe(200);
  return { facts: facts.body, sealed: (await sello.call('GET', `${pathname}/sealed.json`)).text };
}

/** Repeats the draw with the Python program, which knows only the public data. */
async function recompute({ facts, sealed }: { facts: object; sealed: string }): Promise<string[]> {
  const [factsFile, sealedFile] = [path.join(folder, 'draw.json'), path.join(folder, 'sealed.json')];
  await writeFile(factsFile, JSON.stringify(facts));
  await writeFile(sealedFile, sealed);
  const { stdout } = await promisify(execFile)('/usr/bin/python3', [RECOMPUTE, factsFile, sealedFile]);
  return stdout.trim().split('\n');
}

test('M23 another program repeats a draw from public data alone', async () => {
  for (const share of [{ count: 3 }, { count: undefined, share_percent: 25 }, { count: 500 }]) {
    const id = await once(share);
    const shown = await draw(id);
    expect(shown).toMatchObject({ status: 'drawn', candidates: 10, seal: { trust: 'operator' } });
    const { facts, sealed } = await publicData(id);
    const drawn = await recompute({ facts, sealed });
    expect(drawn).toHaveLength(share.share_percent === undefined ? Math.min(10, share.count) : 3);
    expect(shown.reviews.open).toBe(drawn.length);
    // With the salts, the council can check to whom each commitment belongs.
    const { candidates } = await council.must('GET', `/draws/${id}/candidates?limit=1000`);
    for (const { salt, membership_id, commitment } of candidates)
      expect(sha256(Buffer.from(salt, 'hex'), membership_id)).toBe(commitment);
    const ranked = candidates
      .filter(({ rank }: { rank: number | null }) => rank !== null)
      .sort((a: { rank: number }, b: { rank: number }) => a.rank - b.rank);
    expect(ranked.map(({ commitment }: { commitment: string }) => commitment)).toEqual(drawn);
    const { reviews } = await council.must('GET', `/reviews?draw_id=${id}&limit=100&order=asc`);
    expect(reviews.map(({ membership_id }: { membership_id: string }) => membership_id).sort()).toEqual(
      ranked.map(({ membership_id }: { membership_id: string }) => membership_id).sort(),
    );
  }
});

test('M23 the lines in docs/draws.md repeat the draw', async () => {
  const { facts, sealed } = await publicData(await once());
  await writeFile(path.join(folder, 'draw.json'), JSON.stringify(facts));
  await writeFile(path.join(folder, 'sealed.json'), sealed);
  const page = await readFile(path.resolve(import.meta.dirname, '../../../docs/draws.md'), 'utf8');
  const lines = page.split('\n').filter((line) => line.startsWith('    '));
  const program = [
    'import hashlib, json, math',
    'from decimal import Decimal',
    'draw, sealed = json.load(open("draw.json")), json.load(open("sealed.json"))',
    ...lines.map((line) => line.trimStart()),
    'print(len(draw["drawn"]))',
  ].join('\n');
  const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-c', program], { cwd: folder });
  expect(stdout.trim()).toBe('3');
});

test('M23 a change in the public data is noticed', async () => {
  const id = await once();
  const { facts, sealed } = await publicData(id);
  const other = JSON.parse(sealed);
  other.commitments[0] = '00'.repeat(32);
  const wrongs: { facts: object; sealed: string }[] = [
    { facts, sealed: JSON.stringify(other) },
    { facts: { ...facts, drawn: facts.drawn.slice().reverse() }, sealed },
    { facts: { ...facts, block: { ...facts.block, hash: '11'.repeat(32) } }, sealed },
    {
      facts: { ...facts, certificate: { ...facts.certificate, stamped_at: '2199-01-01T00:00:00Z' } },
      sealed,
    },
    { facts: { ...facts, count: 9 }, sealed },
  ];
  for (const wrong of wrongs) await expect(recompute(wrong)).rejects.toThrow('does not hold');
});

test('M23 the sealed list is certified, names no person, and names a block above the tip', async () => {
  const id = await draft();
  const head = await chain.driver.headNumber();
  await seal(id);
  await chain.certify();
  const { seal: named, status } = await draw(id);
  expect([status, named.from_block]).toEqual(['sealed', head + 1]);
  const { sealed } = await publicData(id);
  expect(sha256(sealed)).toBe(named.sha256);
  const { certificate } = await council.must('GET', `/certificates/${named.certificate_id}`);
  expect(certificate).toMatchObject({ document_type: 'draw', file: { sha256: named.sha256 } });
  for (const { id: membershipId, member_id } of memberships) {
    expect(sealed).not.toContain(membershipId);
    expect(sealed).not.toContain(member_id);
  }
  const commitments: string[] = JSON.parse(sealed).commitments;
  expect(commitments).toEqual(commitments.toSorted());
  expect(await chain.follow()).toBe(true);
  await chain.mineLater();
  expect(await chain.follow()).toBe(false);
});

test('M23 a block that is not later than the time stamp does not decide, however high it is', async () => {
  const id = await draft();
  await seal(id);
  // These blocks are made before the certificate.
  await chain.mine();
  await chain.mine();
  const aheadMs = chain.chain.now().getTime() - sello.ports.now().getTime();
  sello.advance(Math.max(aheadMs, 0) + 10_000);
  await chain.certify();
  expect(await chain.follow()).toBe(true);
  await chain.mineLater();
  await chain.mineLater();
  expect(await chain.follow()).toBe(false);
  const { facts, sealed } = await publicData(id);
  expect(facts.block.number).toBeGreaterThan(facts.chain.from_block);
  expect(facts.block.previous_header).not.toBeNull();
  await recompute({ facts, sealed });
});

test('M23 the same seed gives the same result, and a second round changes nothing', async () => {
  const id = await once();
  const before = await publicData(id);
  await chain.mineLater();
  expect(await chain.follow()).toBe(false);
  expect(await publicData(id)).toEqual(before);
});

test('M23 numbers have no gaps, and a cancelled draw stays public with its seal and result', async () => {
  const dropped = await draft();
  await council.must('DELETE', `/draws/${dropped}`);
  const first = await once();
  await council.must('POST', `/draws/${first}/cancel`, { reason: 'El periodo se indicó mal.' });
  const second = await once();
  const [one, two] = [await draw(first), await draw(second)];
  expect(two.number).toBe(one.number + 1);
  expect(one).toMatchObject({ status: 'cancelled', reviews: { open: 0, cancelled: 3 } });
  const { facts, sealed } = await publicData(first);
  expect(facts.cancelled.reason).toBe('El periodo se indicó mal.');
  expect(await recompute({ facts, sealed })).toHaveLength(3);
  const list = await sello.call('GET', `/draws/${council.accountId}?lang=en`);
  for (let number = 1; number <= two.number; number++)
    expect(list.text).toContain(`/draws/${council.accountId}/${number}"`);
  expectRefusal(await council.call('DELETE', `/draws/${first}`), 409, 'invalid_transition');
  expectRefusal(await council.call('POST', `/draws/${first}/seal`), 409, 'invalid_transition');
});

test('M23 a block that is dropped before the draw does not decide', async () => {
  const id = await draft();
  await seal(id);
  await chain.certify();
  await chain.mineLater();
  const dropped = await chain.driver.blockAt(await chain.driver.headNumber());
  await chain.chain.drop(1);
  expect(await chain.follow()).toBe(true);
  await chain.mineLater();
  expect(await chain.follow()).toBe(false);
  const { facts, sealed } = await publicData(id);
  expect(facts.block.number).toBe(dropped?.number);
  expect(facts.block.hash).not.toBe(Buffer.from(dropped?.hash ?? []).toString('hex'));
  await recompute({ facts, sealed });
});
