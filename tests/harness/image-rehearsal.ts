/**
 * Carries out the Dockerfile without Docker: each stage is a folder, in which each instruction is carried out. Only
 * absolute paths and the service's user differ. An unknown instruction fails.
 */

import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { UNPRIVILEGED } from './debian-program.ts';

const run = promisify(execFile);

/** The content of the last stage, and how it is started. */
export type Image = {
  /** The folder that stands for `/`. */
  root: string;
  /** The folder in which its commands run. */
  folder: string;
  env: Record<string, string>;
  user: { uid?: number; gid?: number };
  entrypoint: string[];
  command: string[];
  healthcheck: string[];
};

type Stage = Image & { name: string };

/** `context` is a folder with only the sources; files named in .dockerignore are removed from it. */
export async function rehearseImage(context: string, place: string): Promise<Image> {
  await leaveOutIgnored(context);
  const stages: Stage[] = [];
  for (const { name, rest } of instructionsOf(await readFile(path.join(context, 'Dockerfile'), 'utf8'))) {
    if (name === 'FROM') stages.push(await newStage(rest, path.join(place, `stage-${stages.length}`)));
    else await carryOut(name, rest, stages, context);
  }
  const last = stages.at(-1);
  if (last === undefined) throw new Error('the Dockerfile has no stage');
  return last;
}

type Instruction = { name: string; rest: string };

function instructionsOf(text: string): Instruction[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
      return { name, rest: rest.trim() };
    });
}

async function newStage(rest: string, root: string): Promise<Stage> {
  await mkdir(root, { recursive: true });
  const name = / AS (\w+)$/.exec(rest)?.[1] ?? '';
  return { name, root, folder: root, env: {}, user: {}, entrypoint: [], command: [], healthcheck: [] };
}

async function carryOut(name: string, rest: string, stages: Stage[], context: string): Promise<void> {
  const stage = stages.at(-1);
  if (stage === undefined) throw new Error(`${name} before FROM`);
  if (name === 'COPY') return copy(rest, stage, stages, context);
  if (name === 'RUN') return runStep(rest, stage);
  if (name === 'WORKDIR') {
    stage.folder = path.join(stage.root, rest);
    await mkdir(stage.folder, { recursive: true });
  } else if (name === 'ENV') {
    for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g))
      stage.env[key] = moved(value, stage);
  } else if (name === 'USER') stage.user = UNPRIVILEGED;
  else if (name === 'ENTRYPOINT') stage.entrypoint = JSON.parse(rest);
  else if (name === 'CMD') stage.command = JSON.parse(rest);
  else if (name === 'HEALTHCHECK') stage.healthcheck = JSON.parse(rest.slice(rest.indexOf('CMD') + 3));
  else if (!['VOLUME', 'EXPOSE', 'STOPSIGNAL'].includes(name))
    throw new Error(`unknown instruction: ${name}`);
}

/**
 * Copies like Docker: the contents of a folder, not the folder; a pattern may match nothing if another source exists.
 */
async function copy(rest: string, stage: Stage, stages: Stage[], context: string): Promise<void> {
  const [, from] = /^--from=(\w+) /.exec(rest) ?? [];
  const names = rest.replace(/^--from=\w+ /, '').split(/ +/);
  const target = path.resolve(stage.folder, names.pop() ?? '');
  const root = from === undefined ? context : stages.find(({ name }) => name === from)?.root;
  if (root === undefined) throw new Error(`there is no stage ${from}`);
  const sources = names.flatMap((name) => {
    if (name === '.') return [root];
    const found = globSync(path.join('.', name), { cwd: root });
    if (found.length === 0 && !name.includes('[')) throw new Error(`COPY: there is no ${name}`);
    return found.map((one) => path.join(root, one));
  });
  if (sources.length === 0) throw new Error(`COPY copies nothing: ${rest}`);
  const isFolder = rest.endsWith('/') || sources.length > 1;
  for (const source of sources) {
    const isWhole = (await stat(source)).isDirectory();
    const to = isFolder && !isWhole ? path.join(target, path.basename(source)) : target;
    await mkdir(path.dirname(to), { recursive: true });
    // BuildKit keeps the dates of files too (copyFileTimestamp in fsutil).
    await cp(source, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  }
}

/** The image has the user `sello`; here another user plays its part. */
const USERS: [from: string, to: string][] = [
  ['useradd --system --home-dir /data sello && ', ''],
  ['-o sello -g sello', `-o ${UNPRIVILEGED.uid} -g ${UNPRIVILEGED.gid}`],
  ['-o sello', `-o ${UNPRIVILEGED.uid}`],
  ['--reuid=sello', `--reuid=${UNPRIVILEGED.uid}`],
];
/** Parts of commands that are left out without root's rights: the test already runs as that user then. */
const OF_ROOT = [/setpriv \S+ \S+ /, /chown -R root:root \S+ && /, / -[og] undefined/g];

async function runStep(rest: string, stage: Stage): Promise<void> {
  let step = rest;
  for (const [from, to] of USERS) step = step.replaceAll(from, to);
  if (UNPRIVILEGED.uid === undefined) for (const part of OF_ROOT) step = step.replace(part, '');
  const { PATH, HOME, npm_config_cache } = process.env;
  const env = {
    PATH,
    HOME,
    ...(npm_config_cache && { npm_config_cache }),
    npm_config_prefer_offline: 'true',
  };
  const options = { cwd: stage.folder, env: { ...env, ...stage.env }, maxBuffer: 2 ** 26 };
  await run('sh', ['-c', moved(step, stage)], options);
}

/** Absolute paths of the image, in the stage's folder. */
export function moved(text: string, { root }: Pick<Image, 'root'>): string {
  return text.replaceAll(/(?<![\w./-])\/(sello|data)\b/g, `${root}/$1`);
}

/** Removes the files that match a pattern, except those that a pattern with `!` names. */
async function leaveOutIgnored(context: string): Promise<void> {
  const lines = (await readFile(path.join(context, '.dockerignore'), 'utf8')).split('\n');
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const kept = patterns.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const saved = await Promise.all(
    kept.map(async (name) => [name, await readFile(path.join(context, name))] as const),
  );
  for (const pattern of patterns.filter((line) => !line.startsWith('!')))
    for (const name of globSync(pattern, { cwd: context }))
      await rm(path.join(context, name), { recursive: true, force: true });
  for (const [name, bytes] of saved) {
    const file = path.join(context, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}
