/** Bouncy Castle's own verifier of evidence records, compiled and run with Java. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../interop/BouncyCastleRecord.java', import.meta.url));
const JARS = ['bcprov', 'bcpkix', 'bcutil'].map((name) => `/usr/share/java/${name}.jar`).join(':');
/** The programs are short: they end before a better compiler would pay off. */
const QUICK = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

export type RecordForBouncyCastle = {
  bytes: Uint8Array;
  objects: readonly Uint8Array[];
  group: boolean;
  at: string;
};

export type BouncyCastle = {
  /** One line for each request, in their order. */
  ask(questions: readonly RecordForBouncyCastle[]): Promise<string[]>;
  close(): Promise<void>;
};

export async function openBouncyCastle(): Promise<BouncyCastle> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-bc-records-'));
  await run(folder, 'javac', [...QUICK.map((flag) => `-J${flag}`), '-cp', JARS, '-d', folder, SOURCE], '');
  let written = 0;
  const fileOf = async (bytes: Uint8Array): Promise<string> => {
    written += 1;
    const name = `${written}.bin`;
    await writeFile(path.join(folder, name), bytes);
    return name;
  };
  return {
    async ask(questions) {
      const lines: string[] = [];
      for (const { bytes, objects, group, at } of questions) {
        const files = await Promise.all([bytes, ...objects].map(fileOf));
        lines.push([files[0], group ? 'group' : 'each', at, ...files.slice(1)].join('\t'));
      }
      const classes = `${JARS}:${folder}`;
      const input = `${lines.join('\n')}\n`;
      const said = await run(folder, 'java', [...QUICK, '-cp', classes, 'BouncyCastleRecord'], input);
      return said.trimEnd().split('\n');
    },
    close: () => rm(folder, { recursive: true }),
  };
}

async function run(folder: string, program: string, args: readonly string[], input: string): Promise<string> {
  const child = spawn(program, args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  let trouble = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (trouble += chunk));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(trouble);
  return output;
}
