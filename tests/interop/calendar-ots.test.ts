import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CalendarSello, openCalendarSello } from '../harness/calendar-sello.ts';

const VERIFIER = fileURLToPath(new URL('./verify_ots.py', import.meta.url));
const READER = fileURLToPath(new URL('./read_ots.py', import.meta.url));
const DOCUMENT = Buffer.from('hola\n');

let folder: string;
let world: CalendarSello;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sello-ots-'));
  world = await openCalendarSello();
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

function store(name: string, bytes: Uint8Array): string {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

const python = (...args: string[]) => spawnSync('/usr/bin/python3', args, { encoding: 'utf8' });

test('Debian’s OpenTimestamps reads our file while it is pending, and verifies it against the header once complete', async () => {
  // Other leaves in the log, so that the proof has a path.
  for (let i = 0; i < 4; i += 1) await world.certify();
  const { id } = await world.sello.certify(world.caller.key, DOCUMENT);
  for (let i = 0; i < 4; i += 1) await world.certify();
  await world.sello.sequence();
  await world.anchor();
  await world.stamp();
  const fetchOts = async () => (await world.proof(id, 'type=blockchain&format=ots')).bytes;

  const pending = JSON.parse(python(READER, store('pending.ots', await fetchOts())).stdout);
  expect(pending.written_again_the_same).toBe(true);
  expect(pending.attestations.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
    'PendingAttestation',
    'PendingAttestation',
    'UnknownAttestation',
  ]);

  const { height, header, time } = await world.bitcoin.mine();
  world.wait();
  await world.stamp();
  const file = store('complete.ots', await fetchOts());
  expect(JSON.parse(python(READER, file).stdout).written_again_the_same).toBe(true);
  const document = store('document.txt', DOCUMENT);
  const line = `${height} ${time}\n`;
  expect(python(VERIFIER, file, document, header.toString('hex'))).toMatchObject({
    status: 0,
    stdout: line + line,
  });

  const other = await world.bitcoin.mine();
  expect(python(VERIFIER, file, document, other.header.toString('hex')).stderr).toContain(
    'Digest does not match merkleroot',
  );
  const changed = store('changed.txt', Buffer.from('hole\n'));
  expect(python(VERIFIER, file, changed, header.toString('hex')).stderr).toContain('another document');
});
