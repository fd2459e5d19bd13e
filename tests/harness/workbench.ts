/** Runs third-party programs on files; tests judge their output and exit status. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

type Outcome = { code: number; output: string };

export type Workbench = {
  path(name: string): string;
  write(name: string, content: string | Uint8Array): Promise<string>;
  run(program: string, ...args: string[]): Promise<Outcome>;
  openssl(...args: string[]): Promise<Outcome>;
  close(): Promise<void>;
};

/** A folder for files, and programs that run in it. */
export async function openWorkbench(): Promise<Workbench> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-workbench-'));
  const run: Workbench['run'] = (program, ...args) =>
    new Promise((resolve, reject) => {
      execFile(program, args, { cwd: folder, timeout: 30_000 }, (error, stdout, stderr) => {
        const code = error === null ? 0 : error.code;
        if (typeof code === 'number') resolve({ code, output: stdout + stderr });
        else reject(error);
      });
    });
  return {
    path: (name) => path.join(folder, name),
    async write(name, content) {
      await writeFile(path.join(folder, name), content);
      return name;
    },
    run,
    openssl: (...args) => run('openssl', ...args),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
