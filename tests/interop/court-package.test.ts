/** Court packages: every printed step is repeated with Debian's programs, without a network, using only the folder. */

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../harness/anchored-sello.ts';
import { readCertificates, readVector } from '../harness/read-vector.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { API } from '../harness/test-sello.ts';

let world: AnchoredSello;
let place: string;
let folders = 0;
beforeAll(async () => {
  world = await openAnchoredSello();
  place = await mkdtemp(path.join(tmpdir(), 'sello-court-'));
});
afterAll(async () => {
  await world.close();
  await rm(place, { recursive: true, force: true });
});

type Outcome = { code: number; output: string };

const run = (cwd: string, program: string, ...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(program, args, { cwd, timeout: 30_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, output: stdout + stderr });
    });
  });

/** Runs in an empty network namespace, from which not even this machine can be reached. */
const runAlone = (cwd: string, command: string) => run(cwd, 'unshare', '-rn', 'bash', '-c', command);

async function unpack(zip: Uint8Array): Promise<string> {
  const folder = path.join(place, `package-${folders++}`);
  await writeFile(`${folder}.zip`, zip);
  expect(await run(place, 'unzip', '-q', `${folder}.zip`, '-d', folder)).toEqual({ code: 0, output: '' });
  return folder;
}

type PrintedStep = { commands: string[]; expected: string[] };

/** Reads the steps as a person would: a line with $ is typed, a line with = must appear in the output. */
function stepsIn(readme: string): PrintedStep[] {
  const steps: PrintedStep[] = [];
  for (const line of readme.split('\n')) {
    if (/^PASO \d+\. /.test(line)) steps.push({ commands: [], expected: [] });
    if (line.startsWith('    $ ')) steps.at(-1)?.commands.push(line.slice(6));
    if (line.startsWith('    = ')) steps.at(-1)?.expected.push(line.slice(6));
  }
  return steps;
}

/** The Spanish half of the text. */
const spanish = (readme: string) => readme.split(/\n={100}\n/)[0] ?? '';

async function holds(folder: string, { commands, expected }: PrintedStep): Promise<boolean> {
  let printed = '';
  for (const command of commands) printed += (await runAlone(folder, command)).output;
  return expected.length > 0 && expected.every((text) => printed.includes(text));
}

async function allSteps(folder: string): Promise<boolean[]> {
  const steps = stepsIn(spanish(await readFile(path.join(folder, 'LEAME.txt'), 'utf8')));
  const outcomes: boolean[] = [];
  for (const step of steps) outcomes.push(await holds(folder, step));
  return outcomes;
}

const court = (id: string, query = '', key = world.caller.key) =>
  world.sello.call('GET', `${API}/certificates/${id}/proof?type=court&format=raw${query}`, { key });

async function certified(content: string): Promise<{ id: string; sha256: string }> {
  const record = await world.sello.certify(world.caller.key, content);
  await world.sello.sequence();
  await world.anchorAndMine();
  return { id: record.id, sha256: record.file.sha256 };
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** Replaces our stamp with the genuine constancia of an accredited provider. */
async function withGenuineStamp(id: string): Promise<void> {
  const sha256 = '6533901d156ca462d0a40380d5bc0a2264b0333b66de701268f5b2ab745f973e';
  const chain = [...readCertificates('../nom151/advantage-signer-cert'), ...readCertificates('ACR2_SE')];
  await world.sello.database.query(
    'update certificate_tokens set tsr = $2, chain = $3, chain_sha256 = null where certificate_id = $1',
    [id, readVector('nom151/advantage-2018-07-18.tsr'), chain],
    'genuine-token',
  );
  await world.sello.database.query(
    `update certificates set sha256 = $2, accredited = true, psc = 'Prestador de prueba',
            gen_time = '2018-07-18T20:59:03.190Z', policy_oid = '2.16.484.101.10.316.2.1.1.2.1', tst_serial = 'ca311c'
      where id = $1`,
    [id, Buffer.from(sha256, 'hex')],
    'genuine-facts',
  );
}

test('every printed step can be repeated from the folder alone, without a network', async () => {
  const { id } = await certified('exhibited in court');
  const { status, bytes, headers } = await court(id);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/zip');
  const folder = await unpack(bytes);
  expect(await readFile(path.join(folder, 'original/original.pdf'), 'utf8')).toBe('exhibited in court');
  const outcomes = await allSteps(folder);
  expect(outcomes.length).toBeGreaterThanOrEqual(8);
  expect(outcomes).not.toContain(false);
});

test('both languages and the page print the same commands', async () => {
  const { id } = await certified('said twice');
  const folder = await unpack((await court(id)).bytes);
  const text = await readFile(path.join(folder, 'LEAME.txt'), 'utf8');
  const commandsIn = (part: string) => part.split('\n').filter((line) => line.startsWith('    $ '));
  const [es, en] = text.split(/\n={100}\n/).map(commandsIn) as [string[], string[]];
  expect(es.length).toBeGreaterThan(8);
  expect(en).toEqual(es);
  const page = await readFile(path.join(folder, 'LEAME.html'), 'utf8');
  const shown = [...page.matchAll(/<pre>\$ (.*?)<\/pre>/gs)].map(([, command = '']) =>
    command
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<')
      .replaceAll('&#96;', '`')
      .replaceAll('&amp;', '&'),
  );
  expect(shown.map((command) => `    $ ${command}`)).toEqual([...es, ...en]);
});

test('a single changed bit in any file is found', async () => {
  const { id } = await certified('not a bit of it may change');
  const folder = await unpack((await court(id)).bytes);
  const [first] = stepsIn(spanish(await readFile(path.join(folder, 'LEAME.txt'), 'utf8')));
  if (first === undefined) throw new Error('the text has no steps');
  expect(await holds(folder, first)).toBe(true);
  const random = seededRandom();
  for (const name of await filesOf(folder)) {
    const file = path.join(folder, name);
    const genuine = await readFile(file);
    for (let turn = 0; turn < 4; turn += 1) {
      const changed = Buffer.from(genuine);
      const bit = random.below(changed.length * 8);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await writeFile(file, changed);
      expect(await holds(folder, first), `seed ${random.seed}: ${name}, bit ${bit}`).toBe(false);
    }
    await writeFile(file, genuine);
  }
  expect(await holds(folder, first)).toBe(true);
});

test('the list of fingerprints is compared byte by byte, and an added file is found', async () => {
  const { id } = await certified('each bit of the list');
  const folder = await unpack((await court(id)).bytes);
  const list = path.join(folder, 'SHA256SUMS');
  const genuine = await readFile(list);
  const sums =
    'find LEAME.html LEAME.txt acta.pdf evidencia/ original/ -type f | LC_ALL=C sort | xargs sha256sum';
  expect((await runAlone(folder, sums)).output).toBe(genuine.toString());
  await writeFile(path.join(folder, 'evidencia', 'another.txt'), '');
  const [first] = stepsIn(spanish(await readFile(path.join(folder, 'LEAME.txt'), 'utf8')));
  if (first === undefined) throw new Error('the text has no steps');
  expect(await holds(folder, first)).toBe(false);
});

test.for([
  'original/original.pdf',
  'evidencia/timestamp.tsr',
  'evidencia/chain.pem',
  'evidencia/blockchain-proof.xml',
])('a forger who also mends the list of fingerprints is found by a later step: %s', async (name) => {
  const { id } = await certified(`forged ${name}`);
  const folder = await unpack((await court(id)).bytes);
  const file = path.join(folder, name);
  const genuine = await readFile(file);
  const changed = Buffer.from(genuine);
  // Changes a byte inside the token, the signer's certificate, the checkpoint or the document.
  const at = name.endsWith('.xml') ? genuine.indexOf('<Note>') + 60 : Math.floor(genuine.length / 3);
  // Changes one letter of a text in base64.
  if (name.endsWith('.pem')) changed[at] = genuine.toString('latin1', at, at + 1) === 'A' ? 0x42 : 0x41;
  else changed[at] = (changed[at] ?? 0) ^ 1;
  await writeFile(file, changed);
  await runAlone(
    folder,
    'find LEAME.html LEAME.txt acta.pdf evidencia/ original/ -type f | LC_ALL=C sort | xargs sha256sum > SHA256SUMS.new; mv SHA256SUMS.new SHA256SUMS',
  );
  const [unchanged, ...later] = await allSteps(folder);
  expect(unchanged).toBe(true);
  expect(later).toContain(false);
});

test('without the original the package says what must be added, and passes once that is there', async () => {
  const { id } = await certified('kept by its holder');
  const { bytes } = await court(id, '&original=omit');
  const folder = await unpack(bytes);
  expect(await filesOf(folder)).toContain('original/AGREGUE-EL-ORIGINAL.txt');
  expect(await filesOf(folder)).not.toContain('original/original.pdf');
  const text = await readFile(path.join(folder, 'LEAME.txt'), 'utf8');
  expect(text).toContain('EL ORIGINAL NO VIENE EN ESTA CARPETA');
  expect(await allSteps(folder)).toContain(false);
  await writeFile(path.join(folder, 'original/original.pdf'), 'kept by its holder');
  expect(await allSteps(folder)).not.toContain(false);
});

test('the same steps check the constancia of an accredited provider, and the operator’s statements are shown as statements', async () => {
  const { sello } = world;
  await sello.ports.issuerStatements.keep(
    'Prestador de prueba',
    { legalName: 'Prestador de Prueba, S.A. de C.V.', service: 'ccmd', dofDate: '2018-01-31' },
    new Date(0),
  );
  const { id } = await certified('stands for a document that is not ours to show');
  await withGenuineStamp(id);
  await sello.database.query('delete from certificate_proofs where certificate_id = $1', [id], 'no-proof');
  await sello.database.query("update anchors set state = 'mined'", [], 'not-final');
  const { bytes } = await court(id, '&original=omit');
  await sello.database.query("update anchors set state = 'final'", [], 'final');
  const folder = await unpack(bytes);
  const text = await readFile(path.join(folder, 'LEAME.txt'), 'utf8');
  expect(text).not.toContain('VALIDEZ LEGAL:');
  for (const fact of [
    'Prestador de Prueba, S.A. de C.V.',
    'CCMD, constancias de conservación de mensajes de datos',
    '2018-01-31',
    '2.16.484.101.10.316.2.1.1.2.1',
    'ca311c',
    'tal como estaba declarado al sellar',
    'raíz ACR2-SE de la Secretaría de Economía',
  ])
    expect(text).toContain(fact);
  const steps = stepsIn(spanish(text));
  const outcomes: boolean[] = [];
  for (const step of steps) outcomes.push(await holds(folder, step));
  // Only the two steps that read the original have nothing to read.
  expect(outcomes).toEqual([false, false, true, true, true, true]);
});

test('the PDF says the same, and says on every page and in every section that the embedded authority has no legal value', async () => {
  const { id, sha256 } = await certified('on paper');
  const folder = await unpack((await court(id)).bytes);
  const { output } = await run(folder, 'pdftotext', '-layout', 'acta.pdf', '-');
  const pages = output.split('\f').slice(0, -1);
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) expect(page).toContain('SIN VALIDEZ LEGAL');
  const squeeze = (text: string) => text.replace(/\s/g, '');
  const paper = squeeze(output);
  expect(paper).toContain(sha256);
  const text = spanish(await readFile(path.join(folder, 'LEAME.txt'), 'utf8'));
  for (const { commands, expected } of stepsIn(text))
    for (const line of [...commands, ...expected]) expect(paper).toContain(squeeze(line));
  const sections = text.split(/\n-{100}\n/).slice(1);
  expect(sections.length).toBe(8);
  for (const section of sections) expect(section).toContain('SIN VALIDEZ LEGAL');
  expect(await readFile(path.join(folder, 'LEAME.html'), 'utf8')).toContain('SIN VALIDEZ LEGAL');
});

test('the name of the account is in its own package and never in the public one', async () => {
  const { sello, caller } = world;
  const record = await sello.certify(caller.key, 'whose is it');
  const name = 'Notaría 999 & Asociados';
  await sello.database.query(
    'update accounts set name = $2 where id = $1',
    [caller.account.id, name],
    'name',
  );
  const own = await unpack((await court(record.id)).bytes);
  expect(await readFile(path.join(own, 'LEAME.txt'), 'utf8')).toContain(name);
  const address = record.qr_verification_url.slice(sello.config.baseUrl.length);
  const { bytes, status } = await sello.call('GET', `${address}/proof?type=court`);
  expect(status).toBe(200);
  const open = await unpack(bytes);
  expect(await filesOf(open)).not.toContain('original/original.pdf');
  const text = await readFile(path.join(open, 'LEAME.txt'), 'utf8');
  expect(text).toContain('no se muestra a terceros');
  expect(Buffer.from(bytes).includes(name)).toBe(false);
});

test('the same evidence gives the same bytes', async () => {
  const { id } = await certified('the same again');
  const [one, other] = [await court(id), await court(id)];
  expect(Buffer.compare(one.bytes, other.bytes)).toBe(0);
  const known = await world.sello.call('GET', `${API}/certificates/${id}/proof?type=court&format=raw`, {
    key: world.caller.key,
    headers: { 'if-none-match': String(one.headers.etag) },
  });
  expect(known.status).toBe(304);
});
