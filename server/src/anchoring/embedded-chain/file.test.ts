import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { silentLogger } from '../../../../tests/harness/reorg-chain.ts';
import { type BlockRecord, openBlockFile } from './file.ts';

const PAYLOADS = [randomBytes(20), Buffer.from('SLB1SLB1'), Buffer.alloc(0), randomBytes(30)];

let folder: string;
let whole: Buffer;
const ends: number[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-blocks-'));
  const file = await openBlockFile(path.join(folder, 'whole'), () => {}, silentLogger);
  for (const payload of PAYLOADS) await file.append(payload);
  await file.close();
  whole = await readFile(path.join(folder, 'whole'));
  for (const payload of PAYLOADS) ends.push((ends.at(-1) ?? 0) + 12 + payload.length);
  expect(ends.at(-1)).toBe(whole.length);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('cut at any byte, the file opens with every record that is whole, and goes on from there', async () => {
  for (let cut = 0; cut <= whole.length; cut += 1) {
    const name = await place('cut', whole.subarray(0, cut));
    const kept = ends.filter((end) => end <= cut).length;
    const { records, file } = await openAndCollect(name);
    expect(records.map(({ payload }) => payload)).toEqual(PAYLOADS.slice(0, kept));
    const offset = await file.append(Buffer.from('next'));
    expect(await file.read(offset)).toEqual(Buffer.from('next'));
    await file.close();
    const again = await openAndCollect(name);
    await again.file.close();
    expect(again.records.at(-1)).toEqual({ offset: ends[kept - 1] ?? 0, payload: Buffer.from('next') });
  }
});

test('whatever byte of the last record is wrong, that record alone is cut off', async () => {
  const start = ends.at(-2)!;
  for (let at = start; at < whole.length; at += 1) {
    const damaged = Buffer.from(whole);
    damaged[at] = damaged[at]! ^ 0x40;
    const { records, file } = await openAndCollect(await place('flipped', damaged));
    await file.close();
    expect(records).toHaveLength(PAYLOADS.length - 1);
  }
});

test('damage before whole records is refused, and the file stays as it is', async () => {
  for (let at = 0; at < ends.at(-2)!; at += 1) {
    const damaged = Buffer.from(whole);
    damaged[at] = damaged[at]! ^ 0x40;
    const name = await place('inner', damaged);
    await expect(openAndCollect(name)).rejects.toThrow(/damaged at byte \d+.*Restore it from a backup/);
    expect(await readFile(name)).toEqual(damaged);
  }
});

test('zeros that a crash left where a record should be are cut off', async () => {
  const name = await place('zeros', Buffer.concat([whole, Buffer.alloc(9_000)]));
  const { records, file } = await openAndCollect(name);
  await file.close();
  expect(records).toHaveLength(PAYLOADS.length);
  expect(await readFile(name)).toEqual(whole);
});

test('a write that fails adds nothing, and the next one follows the record before it', async () => {
  const name = await place('full', whole);
  const { file } = await openAndCollect(name);
  const probe = await open(name, 'r');
  const handles = Object.getPrototypeOf(probe);
  await probe.close();
  const failing = vi.spyOn(handles, 'datasync').mockRejectedValueOnce(new Error('ENOSPC'));
  await expect(file.append(Buffer.from('lost'))).rejects.toThrow('ENOSPC');
  failing.mockRestore();
  expect(await file.append(Buffer.from('kept'))).toBe(whole.length);
  await file.close();
  const { records, file: again } = await openAndCollect(name);
  await again.close();
  expect(records.map(({ payload }) => payload)).toEqual([...PAYLOADS, Buffer.from('kept')]);
});

test('records larger than a read are put together', async () => {
  const large = [randomBytes(1_500_000), randomBytes(10), randomBytes(2_500_000)];
  const name = path.join(folder, 'large');
  const { file } = await openAndCollect(name);
  for (const payload of large) await file.append(payload);
  await file.close();
  const { records, file: again } = await openAndCollect(name);
  await again.close();
  expect(records.map(({ payload }) => payload.length)).toEqual(large.map(({ length }) => length));
});

async function place(name: string, bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return file;
}

async function openAndCollect(name: string) {
  const records: BlockRecord[] = [];
  const file = await openBlockFile(name, (record) => records.push(record), silentLogger);
  return { records, file };
}
