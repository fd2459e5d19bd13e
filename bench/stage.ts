/** Shared by the benchmarks: a temporary folder, the load generator, and servers started on demand. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Load, startLoad } from './load.ts';
import { nextMessage, startProcess } from './processes.ts';
import { seedCertificates } from './seed-certificates.ts';
import { type SelloProcess, startSello } from './sello-process.ts';

export type Stage = {
  folder: string;
  load: Load;
  isQuick: boolean;
  rounds: number;
  /** Whether to measure Directus too, which is fetched from npm. */
  withDirectus: boolean;
  soakMinutes: number;
  /** Runs `use` with a server of its own, which has its own database. */
  withSello<T>(use: (sello: SelloProcess) => Promise<T>, settings?: Record<string, string>): Promise<T>;
  /** A server whose account has this many certificates; shared by all calls with the same number. */
  seeded(certificates: number): Promise<SelloProcess>;
  /** Starts a `bare-….ts` or `peer-….ts`, which reports its port and, if it has one, its database. */
  withRival<T>(script: string, options: object, use: (rival: Rival) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type Rival = {
  pid: number;
  port: number;
  postmasterPid: number | undefined;
  /** Further processes that the rival started and needs. */
  otherPids?: readonly number[];
};

export type StageOptions = {
  isQuick: boolean;
  profileFolder: string | undefined;
  withDirectus: boolean;
  soakMinutes: number;
};

export async function openStage(options: StageOptions): Promise<Stage> {
  const { isQuick, profileFolder, withDirectus, soakMinutes } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-bench-'));
  const load = await startLoad(folder);
  const servers = new Set<{ stop(): Promise<void> }>();
  const seeded = new Map<number, Promise<SelloProcess>>();
  let started = 0;

  const start = async (settings?: Record<string, string>) => {
    started += 1;
    const profiling = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
    const sello = await startSello(path.join(folder, `sello-${started}`), profiling, settings);
    servers.add(sello);
    return sello;
  };
  const end = async (server: { stop(): Promise<void> }) => {
    servers.delete(server);
    await server.stop();
  };

  return {
    folder,
    load,
    isQuick,
    rounds: isQuick ? 3 : 9,
    withDirectus,
    soakMinutes,
    async withSello(use, settings) {
      const sello = await start(settings);
      try {
        return await use(sello);
      } finally {
        await end(sello);
        await rm(sello.folder, { recursive: true, force: true });
      }
    },
    seeded(certificates) {
      const known = seeded.get(certificates);
      if (known !== undefined) return known;
      const fresh = start().then(async (sello) => {
        await seedCertificates(sello, certificates);
        return sello;
      });
      seeded.set(certificates, fresh);
      return fresh;
    },
    async withRival(script, options, use) {
      const rivalFolder = await mkdtemp(path.join(folder, 'rival-'));
      const rival = await startProcess(
        path.join(import.meta.dirname, script),
        [JSON.stringify({ folder: rivalFolder, ...options })],
        { logFile: path.join(rivalFolder, 'rival.log') },
      );
      servers.add(rival);
      try {
        return await use({ pid: rival.pid, ...(await nextMessage<Omit<Rival, 'pid'>>(rival)) });
      } finally {
        await end(rival);
        await rm(rivalFolder, { recursive: true, force: true });
      }
    },
    async close() {
      for (const server of servers) await end(server);
      await load.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
