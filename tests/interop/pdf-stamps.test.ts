/**
 * PDFBox, Bouncy Castle and qpdf judge PDFs that were sealed here: unusual ones of ours, in all forms that qpdf writes.
 */

import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodePem } from '../../proof/src/encoding/pem.ts';
import { ODD_PDFS } from '../harness/odd-pdfs.ts';
import { pdfStampVectors } from '../harness/pdf-stamp-vectors.ts';
import { sealWith } from '../harness/seal.ts';
import { createTestAuthority } from '../harness/test-authority.ts';

const SOURCE = fileURLToPath(new URL('PdfStampVerify.java', import.meta.url));
const JARS = ['bcprov', 'bcpkix', 'bcutil', 'pdfbox2', 'fontbox2', 'commons-logging']
  .map((name) => `/usr/share/java/${name}.jar`)
  .join(':');
const QUICK = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** The form that qpdf writes of each file; undefined leaves the file as it is. */
const FORMS: Readonly<Record<string, readonly string[] | undefined>> = {
  plain: undefined,
  streams: ['--object-streams=generate'],
  linearized: ['--linearize', '--object-streams=disable'],
  'linearized-streams': ['--linearize', '--object-streams=generate'],
  spread: ['--qdf', '--object-streams=disable'],
};

const authority = await createTestAuthority('ecdsa-p256-sha256');
let folder: string;
const names: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-pdfbox-'));
  await run('javac', ...QUICK.map((flag) => `-J${flag}`), '-cp', JARS, '-d', folder, SOURCE);
  await writeFile(place('root.pem'), encodePem('CERTIFICATE', authority.rootDer));
  for (const [name, pdf] of Object.entries(ODD_PDFS)) {
    await writeFile(place(`${name}.pdf`), pdf);
    for (const [form, options] of Object.entries(FORMS)) await addForm(name, form, options);
  }
  for (const { file, pdf } of sealableVectors()) {
    await writeFile(place(`${path.basename(file)}-original`), pdf);
    names.push(path.basename(file));
  }
  for (const name of names) {
    const original = new Uint8Array(await readFile(place(`${name}-original`)));
    await writeFile(place(`${name}-sealed`), await sealWith(authority, original));
  }
});
afterAll(() => rm(folder, { recursive: true }));

/** Files that PDFBox wrote and stamped itself, and one that a person signed. */
function sealableVectors() {
  return pdfStampVectors().filter(({ ok, file }) => ok && !file.includes('encrypted'));
}

const place = (name: string): string => path.join(folder, name);

async function addForm(name: string, form: string, options: readonly string[] | undefined): Promise<void> {
  const made = `${name}-${form}`;
  if (options === undefined) await copyFile(place(`${name}.pdf`), place(`${made}-original`));
  // Status 3 means that qpdf gave a warning, but wrote what it understood.
  else await run('qpdf', '--warning-exit-0', ...options, place(`${name}.pdf`), place(`${made}-original`));
  names.push(made);
}

function run(program: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd: folder, maxBuffer: 1 << 24 }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr || error.message)) : resolve(stdout),
    );
  });
}

/** One process for all files, because starting it takes longer than judging a file. */
async function judge(pairs: readonly (readonly [sealed: string, original: string])[]): Promise<string[]> {
  const args = ['-cp', `${JARS}:${folder}`, 'PdfStampVerify', 'root.pem', ...pairs.flat()];
  return (await run('java', ...QUICK, ...args)).trim().split('\n');
}

test('PDFBox accepts the stamp in at least 60 unusual PDFs, and finds their pages and signatures unchanged', async () => {
  const said = await judge(names.map((name) => [`${name}-sealed`, `${name}-original`]));
  expect(
    names.map((name, at) => `${name}: ${said[at]}`).filter((line) => !line.endsWith(': accepted')),
  ).toEqual([]);
  expect(said.length).toBeGreaterThanOrEqual(60);
});

test('PDFBox refuses a PDF that was changed after sealing', async () => {
  const [name = ''] = names;
  const sealed = await readFile(place(`${name}-sealed`));
  const changed = Buffer.from(sealed);
  changed[100] = (changed[100] ?? 0) ^ 1;
  await writeFile(place('changed'), changed);
  const hole = Buffer.from(
    sealed
      .toString('latin1')
      .replace(/\/ByteRange \[0 (\d+)/, (all) =>
        all.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
      ),
    'latin1',
  );
  await writeFile(place('hole'), hole);
  const said = await judge([
    ['changed', `${name}-original`],
    ['changed', 'changed'],
    ['hole', `${name}-original`],
    [`${name}-original`, `${name}-original`],
  ]);
  for (const line of said) expect(line).toMatch(/^refused: /);
  expect(said).toHaveLength(4);
});

test('qpdf finds no more faults in a sealed PDF than in the original', async () => {
  const worse: string[] = [];
  for (const name of names) {
    const [before, after] = [await checked(`${name}-original`), await checked(`${name}-sealed`)];
    if (after > before) worse.push(`${name}: ${before} became ${after}`);
  }
  expect(worse).toEqual([]);
});

/** 0 if the file is sound, 3 if qpdf gives a warning, 2 if it cannot read it. */
function checked(name: string): Promise<number> {
  return new Promise((resolve) => {
    execFile('qpdf', ['--check', place(name)], (error) => resolve(Number(error?.code ?? 0)));
  });
}
