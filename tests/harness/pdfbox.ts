/** PDFBox and Bouncy Castle, which judge sealed PDFs in a folder of their own. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../interop/PdfStampVerify.java', import.meta.url));
const JARS = ['bcprov', 'bcpkix', 'bcutil', 'pdfbox2', 'fontbox2', 'commons-logging']
  .map((name) => `/usr/share/java/${name}.jar`)
  .join(':');
const QUICK = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

export type PdfBox = {
  place(name: string): string;
  run(program: string, ...args: string[]): Promise<string>;
  /** One line for each pair of files in the folder: `accepted`, or `refused` with the reason. `root.pem` is trusted. */
  judge(pairs: readonly (readonly [sealed: string, original: string])[]): Promise<string[]>;
  close(): Promise<void>;
};

export async function openPdfBox(rootPem: string): Promise<PdfBox> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-pdfbox-'));
  const place = (name: string) => path.join(folder, name);
  const run = (program: string, ...args: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      execFile(program, args, { cwd: folder, maxBuffer: 1 << 24 }, (error, stdout, stderr) =>
        error ? reject(new Error(stderr || error.message)) : resolve(stdout),
      );
    });
  await run('javac', ...QUICK.map((flag) => `-J${flag}`), '-cp', JARS, '-d', folder, SOURCE);
  await writeFile(place('root.pem'), rootPem);
  return {
    place,
    run,
    // One Java process judges all files, because starting it takes longer than judging a file.
    async judge(pairs) {
      const args = ['-cp', `${JARS}:${folder}`, 'PdfStampVerify', 'root.pem', ...pairs.flat()];
      return (await run('java', ...QUICK, ...args)).trim().split('\n');
    },
    close: () => rm(folder, { recursive: true }),
  };
}
