/**
 * PDFBox, Bouncy Castle and qpdf judge PDFs that were sealed here: unusual ones of ours, in all forms that qpdf writes.
 */

import { execFile } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodePem } from '../../proof/src/encoding/pem.ts';
import { ODD_PDFS } from '../harness/odd-pdfs.ts';
import { pdfStampVectors } from '../harness/pdf-stamp-vectors.ts';
import { openPdfBox, type PdfBox } from '../harness/pdfbox.ts';
import { sealWith } from '../harness/seal.ts';
import { createTestAuthority } from '../harness/test-authority.ts';

/** What qpdf makes of each file; undefined leaves it as it is. */
const FORMS: Readonly<Record<string, readonly string[] | undefined>> = {
  plain: undefined,
  streams: ['--object-streams=generate'],
  linearized: ['--linearize', '--object-streams=disable'],
  'linearized-streams': ['--linearize', '--object-streams=generate'],
  spread: ['--qdf', '--object-streams=disable'],
};

const authority = await createTestAuthority('ecdsa-p256-sha256');
let pdfbox: PdfBox;
const names: string[] = [];

beforeAll(async () => {
  pdfbox = await openPdfBox(encodePem('CERTIFICATE', authority.rootDer));
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
afterAll(() => pdfbox.close());

/** Files that PDFBox wrote and stamped itself, and one that a person signed. */
function sealableVectors() {
  return pdfStampVectors().filter(({ ok, file }) => ok && !file.includes('encrypted'));
}

const place = (name: string): string => pdfbox.place(name);

async function addForm(name: string, form: string, options: readonly string[] | undefined): Promise<void> {
  const made = `${name}-${form}`;
  if (options === undefined) await copyFile(place(`${name}.pdf`), place(`${made}-original`));
  // Status 3 means that qpdf warned, and wrote what it understood.
  else
    await pdfbox.run('qpdf', '--warning-exit-0', ...options, place(`${name}.pdf`), place(`${made}-original`));
  names.push(made);
}

test('PDFBox accepts the stamp in at least 60 odd PDFs, and finds their pages and signatures as they were', async () => {
  const said = await pdfbox.judge(names.map((name) => [`${name}-sealed`, `${name}-original`]));
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
  const said = await pdfbox.judge([
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
