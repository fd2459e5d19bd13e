/**
 * Logs and witnesses of strangers, in Go, from Debian's packages: litewitness cosigns our log, and our witness cosigns the
 * log of Sigsum, whose own tools then accept what was logged.
 */

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { decodeCheckpoint, decodeWitnessKey, encodeWitnessKey, verifyCosignatures } from '@sello/proof';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderOf } from '../../scripts/debian-programs.ts';
import { nodeCryptoEngine as crypto } from '../../server/src/kernel/crypto-node.ts';
import { originHash } from '../../server/src/transparency/witness-server/state-folder.ts';
import { offerCheckpoint, SAME_OFFER_MS } from '../../server/src/transparency/witnesses/offer-checkpoints.ts';
import { openWitnesses } from '../../server/src/transparency/witnesses/witness-client.ts';
import { freePort, type RunningProgram, startProgram } from '../harness/debian-program.ts';
import { queueLeaves } from '../harness/log-leaves.ts';
import { openTestSello, type TestSello } from '../harness/test-sello.ts';
import { startTestWitness } from '../harness/test-witness.ts';

/** The machine may be busy with other tests, and Sigsum waits for its own next tree head after each leaf. */
const LONGEST_MS = 600_000;

/**
 * Debian builds these programs without modules, so they would get the router of Go 1.21. That router does not find
 * addresses that are declared with a method, as Sigsum's log declares them.
 */
const GO = { GODEBUG: 'httpmuxgo121=0' };

/** Runs as the user of the tests, because the programs read keys that this user wrote. */
const SELF = {};

let folder: string;
let running: RunningProgram[];
let sello: TestSello | undefined;
beforeEach(async () => {
  running = [];
  sello = undefined;
  folder = await mkdtemp(path.join(tmpdir(), 'sello-strangers-'));
});
afterEach(async () => {
  for (const program of running) if (!program.hasEnded) await program.stop('SIGKILL');
  await sello?.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string) => path.join(folder, name);

function start(name: string, args: readonly string[]): RunningProgram {
  const program = startProgram('chaos', `usr/bin/${name}`, args, GO, SELF);
  running.push(program);
  return program;
}

async function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(file, args, { cwd: folder, env: { ...process.env, ...env } });
  return stdout;
}

const strangers = (name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  run(path.join(folderOf('chaos'), 'usr/bin', name), args, env);

/** The raw key at the end of an OpenSSH public key. */
async function rawKey(file: string): Promise<Buffer> {
  const [, base64 = ''] = (await readFile(file, 'utf8')).split(' ');
  return Buffer.from(base64, 'base64').subarray(-32);
}

type Litewitness = { vkey: string; url: string; stop(): Promise<void>; again(): Promise<void> };

/** litewitness keeps its key in an SSH agent, and its logs in SQLite. */
async function startLitewitness(origin: string, logKey: string): Promise<Litewitness> {
  const [key, socket, db] = [at('witness-key'), at('agent'), at('witness.db')];
  await strangers('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  start('ssh-agent', ['-D', '-a', socket]);
  await expect
    .poll(() =>
      strangers('ssh-add', [key], { SSH_AUTH_SOCK: socket }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const [, fingerprint = ''] = (await strangers('ssh-keygen', ['-lf', `${key}.pub`])).split(' ');
  await strangers('witnessctl', ['add-log', '-db', db, '-origin', origin]);
  await strangers('witnessctl', ['add-key', '-db', db, '-origin', origin, '-key', logKey]);
  const name = 'witness.example/lite';
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let program: RunningProgram;
  const again = async () => {
    const args = ['-db', db, '-ssh-agent', socket, '-name', name, '-key', fingerprint];
    program = start('litewitness', [...args, '-listen', `127.0.0.1:${port}`]);
    await expect
      .poll(
        () =>
          fetch(url).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 120_000 },
      )
      .toBe(true);
  };
  await again();
  const vkey = await encodeWitnessKey(crypto, name, await rawKey(`${key}.pub`));
  return { vkey, url, again, stop: () => program.stop('SIGKILL') };
}

test(
  'P151 litewitness cosigns our log as it grows, over its own kill, and refuses a fork of it',
  async () => {
    const origin = 'log.example.com/sello';
    sello = await openTestSello({ SELLO_LOG_ORIGIN: origin });
    const { ports, identity } = sello;
    const witness = await startLitewitness(origin, identity.vkey);
    const witnesses = openWitnesses({ witnesses: [witness] });
    await ports.cosignatures.name([witness.vkey]);
    const offered = async (): Promise<boolean> => {
      sello?.advance(SAME_OFFER_MS);
      return offerCheckpoint(ports, witnesses.all[0]!);
    };
    const known = await decodeWitnessKey(crypto, witness.vkey);
    for (const count of [1, 2, 300, 1, 700]) {
      await queueLeaves(sello, count);
      await sello.sequence();
      expect(await offered()).toBe(true);
      const { note } = decodeCheckpoint((await sello.call('GET', '/log/checkpoint')).text);
      // Signatures by the Ed25519 and the ML-DSA-44 key of the log (litewitness does not know the latter), and by the
      // witness.
      expect(note.signatures).toHaveLength(3);
      expect(await verifyCosignatures(crypto, note, [known])).toHaveLength(1);
      if (count !== 300) continue;
      await witness.stop();
      await witness.again();
    }
    // It remembers what it cosigned, even after being killed.
    expect(await strangers('witnessctl', ['list-logs', '-db', at('witness.db')])).toContain('1004');

    for (const table of ['cosignatures', 'checkpoints', 'log_nodes', 'log_entries', 'log_places'])
      await sello.database.query(`delete from ${table}`, [], 'rewrite');
    await sello.database.query(`update log_state set size = 0, frontier = '{}'`, [], 'rewrite');
    await queueLeaves(sello, 1_200);
    await sello.sequence();
    expect(await offered()).toBe(false);
    const [state] = await ports.cosignatures.states();
    expect(state?.problem?.code).toBe('fork');
    await witnesses.close();
  },
  LONGEST_MS,
);

test(
  'P151 our witness serves the log of Sigsum, and Sigsum’s tools accept what it cosigned',
  async () => {
    for (const name of ['log', 'submitter']) await strangers('sigsum-key', ['generate', '-o', at(name)]);
    const vkey = (await strangers('sigsum-key', ['to-vkey', '-k', at('log.pub')])).trim();
    const [origin = ''] = vkey.split('+');
    const witness = await startTestWitness('witness.example/sello', vkey);
    try {
      const [external, internal] = [await freePort(), await freePort()];
      const { publicKey } = await decodeWitnessKey(crypto, witness.key.vkey);
      const ours = `witness ours ${Buffer.from(publicKey).toString('hex')} ${witness.url}\nquorum ours\n`;
      await writeFile(at('log-policy'), ours);
      const logHex = (await rawKey(at('log.pub'))).toString('hex');
      await writeFile(at('policy'), `log ${logHex} http://127.0.0.1:${external}\n${ours}`);
      await strangers('sigsum-mktree', ['--sth-file', at('sth')]);
      start('sigsum-log-primary', [
        ...['--backend', 'ephemeral', '--key-file', at('log'), '--sth-file', at('sth')],
        ...['--policy-file', at('log-policy'), '--interval', '1s'],
        ...['--external-endpoint', `127.0.0.1:${external}`, '--internal-endpoint', `127.0.0.1:${internal}`],
      ]);
      const address = `http://127.0.0.1:${external}/get-tree-head`;
      await expect
        .poll(
          () =>
            fetch(address).then(
              ({ ok }) => ok,
              () => false,
            ),
          { timeout: 120_000 },
        )
        .toBe(true);
      await mkdir(at('files'));
      const files = Array.from({ length: 5 }, (_, i) => path.join(at('files'), `file-${i}`));
      for (const file of files) {
        await writeFile(file, `content of ${file}`);
        await strangers('sigsum-submit', ['-k', at('submitter'), '-p', at('policy'), file]);
      }
      const tool = path.join(folderOf('chaos'), 'usr/bin/sigsum-verify');
      const verified = (file: string, policy: string) =>
        run('sh', ['-c', '"$0" -k "$1" -p "$2" "$3.proof" < "$3"', tool, at('submitter.pub'), policy, file]);
      for (const file of files) await verified(file, at('policy'));
      // The proof rests on our cosignature: if the policy demands another witness, the proof is refused.
      const stranger = Buffer.alloc(32, 7).toString('hex');
      await writeFile(at('other-policy'), `log ${logHex}\nwitness other ${stranger}\nquorum other\n`);
      await expect(verified(files[0] ?? '', at('other-policy'))).rejects.toThrow();
      const shown = await (await fetch(`${witness.url}/${originHash(origin)}/checkpoint`)).text();
      expect(decodeCheckpoint(shown).size).toBe(5);
      expect(witness.logged.filter(({ event }) => event === 'witness.refused')).toEqual([]);
    } finally {
      await witness.close();
    }
  },
  LONGEST_MS,
);
