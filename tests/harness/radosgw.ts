/**
 * Ceph's S3 service, radosgw, in front of a Ceph of one node on loopback: a monitor, and an OSD that keeps its objects in
 * memory. The programs are unmodified Debian packages with their own data folder; they start within a few seconds.
 */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { listenOnOwnPort } from '../../server/src/cli/shared/own-port.ts';
import type { S3Config } from '../../server/src/files/settings.ts';
import { openRoad } from './s3-road.ts';
import { type S3Service, s3Settings } from './s3-service.ts';

const BUCKET = 'sello-tests';
const START_PATIENCE_MS = 60_000;
const run = promisify(execFile);

export async function openRadosgw(): Promise<S3Service> {
  const ceph = await openCeph();
  try {
    const access = await createUser(ceph);
    const port = await ownPort();
    await startGateway(ceph, port);
    const client = connectTo(port, access);
    await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
    const road = await openRoad(port);
    return {
      ...s3Settings(road.port, { bucket: BUCKET, ...access }),
      ...bucketFromInside(ceph, client),
      behave: road.behave,
      silence: road.silence,
      get connections() {
        return road.connections;
      },
      async close() {
        await road.close();
        client.destroy();
        await ceph.close();
      },
    };
  } catch (error) {
    const said = await ceph.lastWords();
    await ceph.close();
    throw new Error(`radosgw cannot be brought up: ${error}\n${said}`, { cause: error });
  }
}

type Ceph = {
  folder: string;
  /** Runs a program of Ceph to its end, with this Ceph's settings. */
  ask(program: string, args: string[]): Promise<string>;
  /** Starts a program that keeps running. */
  start(program: string, args: string[]): ChildProcess;
  lastWords(): Promise<string>;
  close(): Promise<void>;
};

/** A monitor and an OSD; resolves before they are ready for objects, because every request waits for that anyway. */
async function openCeph(): Promise<Ceph> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-ceph-'));
  const ceph = programsIn(folder);
  const [fsid, osd, monitor] = [randomUUID(), randomUUID(), `v2:127.0.0.1:${await ownPort()}`];
  await writeFile(path.join(folder, 'ceph.conf'), settingsOf(folder, fsid, monitor));
  await makeKeys(ceph);
  const map = path.join(folder, 'monmap');
  await ceph.ask('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', `[${monitor}]`, map]);
  await ceph.ask('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', map]);
  ceph.start('ceph-mon', ['-f', '-i', 'a']);
  await ceph.ask('ceph', ['--connect-timeout', '60', 'osd', 'new', osd, '0']);
  await mkdir(path.join(folder, 'osd'));
  await ceph.ask('ceph-osd', ['--mkfs', '-i', '0', '--osd-uuid', osd, '--no-mon-config']);
  ceph.start('ceph-osd', ['-f', '-i', '0']);
  return ceph;
}

/** One copy of everything, in memory, without the delays by which a large cluster batches its changes. */
function settingsOf(folder: string, fsid: string, monitor: string): string {
  const settings = {
    fsid,
    'mon host': `[${monitor}]`,
    'public addr': '127.0.0.1',
    'cluster addr': '127.0.0.1',
    'run dir': folder,
    'log file': path.join(folder, '$name.log'),
    // A path of the folder may be longer than a socket's name can be.
    'admin socket': '',
    keyring: path.join(folder, 'keyring'),
    'mon data': path.join(folder, 'mon'),
    'osd data': path.join(folder, 'osd'),
    'osd objectstore': 'memstore',
    'memstore device bytes': 4 * 2 ** 30,
    'osd pool default size': 1,
    'mon allow pool size one': true,
    'osd pool default pg num': 4,
    'osd crush chooseleaf type': 0,
    'paxos propose interval': 0.05,
    'paxos min wait': 0.01,
    'rgw run sync thread': false,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return ['[global]', ...lines, ''].join('\n');
}

/** The monitor imports all keys of the file with which it is created. */
async function makeKeys({ folder }: Ceph): Promise<void> {
  const keyring = path.join(folder, 'keyring');
  const all = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *'];
  for (const name of ['mon.', 'client.admin', 'client.rgw', 'osd.0']) {
    const isFirst = name === 'mon.';
    await run('ceph-authtool', [...(isFirst ? ['-C'] : []), keyring, '--gen-key', '-n', name, ...all]);
  }
}

function programsIn(folder: string): Ceph {
  const started: ChildProcess[] = [];
  const configured = (args: string[]) => ['-c', path.join(folder, 'ceph.conf'), ...args];
  // Killing loses nothing that is needed: all data is in memory or in the temporary folder. An OSD that is asked to end
  // would wait for the monitor first.
  const killAll = () => started.forEach((child) => void child.kill('SIGKILL'));
  process.once('exit', killAll);
  return {
    folder,
    async ask(program, args) {
      const options = { timeout: START_PATIENCE_MS, maxBuffer: 256 * 2 ** 20 };
      return (await run(program, configured(args), options)).stdout;
    },
    start(program, args) {
      const output = openSync(path.join(folder, `${program}.out`), 'a');
      const child = spawn(program, configured(args), { stdio: ['ignore', output, output] });
      started.push(child);
      return child;
    },
    lastWords: () => lastLinesIn(folder),
    async close() {
      process.off('exit', killAll);
      const running = started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      const gone = running.map((child) => once(child, 'exit'));
      killAll();
      await Promise.all(gone);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function lastLinesIn(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((name) => /\.(?:out|log)$/.test(name));
  const said = files.map(async (name) => {
    const text = await readFile(path.join(folder, name), 'utf8');
    return `${name}:\n${text.trim().split('\n').slice(-8).join('\n')}`;
  });
  return (await Promise.all(said)).join('\n');
}

async function createUser(ceph: Ceph): Promise<Pick<S3Config, 'accessKeyId' | 'secretAccessKey'>> {
  const [accessKeyId, secretAccessKey] = [newSecret(), newSecret()];
  const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
  await ceph.ask('radosgw-admin', ['user', 'create', '--uid', 'sello', '--display-name', 'Sello', ...keys]);
  return { accessKeyId, secretAccessKey };
}

const newSecret = () => randomBytes(20).toString('hex');

async function startGateway(ceph: Ceph, port: number): Promise<void> {
  const frontend = `beast endpoint=127.0.0.1:${port}`;
  const child = ceph.start('radosgw', ['-f', '-n', 'client.rgw', '--rgw-frontends', frontend]);
  const deadline = performance.now() + START_PATIENCE_MS;
  while (!(await fetch(`http://127.0.0.1:${port}/`).then(Boolean, () => false))) {
    if (child.exitCode !== null) throw new Error(`radosgw ended with ${child.exitCode}`);
    if (performance.now() > deadline) throw new Error(`radosgw did not answer for ${START_PATIENCE_MS} ms`);
    await sleep(50);
  }
}

function connectTo(port: number, credentials: Pick<S3Config, 'accessKeyId' | 'secretAccessKey'>): S3Client {
  return new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { ...credentials },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** The keys of objects come from Ceph's own tool for operators, not from the lists that are tested. */
function bucketFromInside(ceph: Ceph, client: S3Client): Pick<S3Service, 'keys' | 'bytesOf' | 'replace'> {
  const at = (Key: string) => ({ Bucket: BUCKET, Key });
  return {
    async keys() {
      const all = ['--bucket', BUCKET, '--max-entries', '1000000'];
      const entries = JSON.parse(await ceph.ask('radosgw-admin', ['bucket', 'list', ...all]));
      return (entries as { name: string }[]).map(({ name }) => name);
    },
    async bytesOf(key) {
      const { Body } = await client.send(new GetObjectCommand(at(key)));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
    async replace(key, Body) {
      await client.send(new PutObjectCommand({ ...at(key), Body }));
    },
  };
}

async function ownPort(): Promise<number> {
  const server = createServer();
  const port = await listenOnOwnPort(server);
  await once(server.close(), 'close');
  return port;
}
