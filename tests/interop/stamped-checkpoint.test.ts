/** OpenSSL follows the README of a bundle to the stamped checkpoint and the kept revocation list. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LastingSello, openLastingSello } from '../harness/lasting-sello.ts';

const CONTENT = 'El contrato, palabra por palabra.\n';

let world: LastingSello;
let folder: string;
let files: Map<string, Uint8Array>;

beforeAll(async () => {
  world = await openLastingSello();
  const id = await world.certify(CONTENT);
  await world.stamp();
  await world.keep();
  files = world.filesIn(await world.bundle(id));
  await world.switchOff();
  folder = mkdtempSync(path.join(tmpdir(), 'sello-checkpoint-'));
  for (const [name, content] of files) writeFileSync(path.join(folder, name), content);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

const run = (command: string): string =>
  execFileSync('sh', ['-ec', `${command} 2>&1`], { cwd: folder, stdio: 'pipe' }).toString();

function commandIn(readme: string, start: string): string {
  const [command] = readme.match(new RegExp(`^ {4}${start}.*$`, 'm')) ?? [];
  if (command === undefined) throw new Error(`the README has no command that begins with ${start}`);
  return command.trim();
}

describe('P74 with every server off, and with the exact commands of the README,', () => {
  const readme = () => Buffer.from(files.get('README.txt') ?? []).toString();

  test('openssl ts -verify accepts the stamp over the checkpoint', () => {
    const command = commandIn(readme(), 'openssl ts -verify -in checkpoint.tsr');
    expect(command).toContain('-data checkpoint.txt');
    expect(run(command)).toContain('Verification: OK');
  });

  test('openssl verify finds the signer unrevoked in the kept list', () => {
    expect(run(commandIn(readme(), 'openssl verify'))).toContain('chain.pem: OK');
  });

  test('openssl ts -verify refuses it for a checkpoint with another size', () => {
    const note = Buffer.from(files.get('checkpoint.txt') ?? []).toString();
    writeFileSync(path.join(folder, 'other.txt'), note.replace(/^1$/m, '2'));
    const command = commandIn(readme(), 'openssl ts -verify -in checkpoint.tsr');
    expect(() => run(command.replace('checkpoint.txt', 'other.txt'))).toThrow();
  });

  test('the README explains the checkpoint in both languages', () => {
    expect(readme()).toContain('Dentro de muchos años: checkpoint.txt');
    expect(readme()).toContain('In many years: checkpoint.txt');
  });
});
