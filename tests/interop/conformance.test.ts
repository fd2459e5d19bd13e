/**
 * docs/CONFORMANCE.md: its requirements, the pages to which they refer, its vectors, and verifiers that are tried on
 * them.
 */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { verifyEvidence, webCryptoEngine } from '@sello/proof';
import { describe, expect, test } from 'vitest';
import { allVectors, conformancePage, GIVEN_FILES, vectorIndex } from '../../scripts/vectors/all.ts';
import { markedParagraphs } from '../../scripts/vectors/page-marks.ts';
import { REQUIREMENTS } from '../../scripts/vectors/requirements.ts';
import type { Vector } from '../../scripts/vectors/vector.ts';
import { runCommandLine } from '../../server/src/command-line.ts';
import { oneOfEvery } from '../harness/breadth.ts';
import { nodeEngine } from '../harness/node-engine.ts';
import { askPython, type PythonQuestion } from '../harness/python-verifier.ts';
import { seededRandom } from '../harness/seeded-random.ts';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const VECTORS = path.join(DOCS, 'vectors');
const PYTHON = fileURLToPath(new URL('./verify_blockchain_proof.py', import.meta.url));

const vectors = await allVectors();

describe('the requirements', () => {
  const marks = markedParagraphs();

  test('each has its own number, and belongs to one paragraph of the pages', () => {
    const numbers = REQUIREMENTS.map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect([...marks.keys()].toSorted((a, b) => a - b)).toEqual(numbers.toSorted((a, b) => a - b));
    expect([...marks].filter(([, paragraphs]) => paragraphs.length !== 1)).toEqual([]);
  });

  test.for(REQUIREMENTS)('R$number has the figures and names of its paragraph', ({ number, text }) => {
    const paragraph = marks.get(number)?.[0]?.text ?? '';
    // Every separate figure, such as 4096 and 262,144, and every word in backticks.
    const [figures, names] = [/(?<![\w.`-])\d[\d,^]*\d|\b\d\b/g, /`([^`]+)`/g];
    const said = [
      ...(text.replaceAll(names, '').match(figures) ?? []),
      ...[...text.matchAll(names)].map(([, name = '']) => name),
    ];
    expect(said.filter((each) => !paragraph.includes(each))).toEqual([]);
  });

  /**
   * These requirements say what is accepted or what is not enough; inputs that contradict them are refused under other
   * requirements.
   */
  const NOTHING_TO_REFUSE = [33, 39, 64, 74, 85, 140, 142];

  test.for(REQUIREMENTS)(
    'R$number has a file to accept and, unless it refuses nothing, one to refuse',
    ({ number }) => {
      const verdicts = vectors
        .filter(({ requirement }) => requirement === number)
        .map(({ verdict }) => (verdict === 'invalid' ? 'refuse' : 'accept'));
      const expected = NOTHING_TO_REFUSE.includes(number) ? ['accept'] : ['accept', 'refuse'];
      expect([...new Set(verdicts)].toSorted()).toEqual(expected);
    },
  );
});

test('the published vectors and the page are exactly those that the code makes', () => {
  const made = new Map(vectors.flatMap(({ file, bytes }) => (bytes === undefined ? [] : [[file, bytes]])));
  expect(readdirSync(VECTORS).toSorted()).toEqual(['index.json', ...GIVEN_FILES, ...made.keys()].toSorted());
  for (const [file, bytes] of made)
    expect(readFileSync(path.join(VECTORS, file)).equals(bytes), file).toBe(true);
  expect(readFileSync(path.join(VECTORS, 'index.json'), 'utf8')).toBe(vectorIndex(vectors));
  expect(readFileSync(path.join(DOCS, 'CONFORMANCE.md'), 'utf8')).toBe(conformancePage(vectors));
});

test('no two vectors have files of the same name with different contents', () => {
  const made = vectors.filter(({ bytes }) => bytes !== undefined).map(({ file }) => file);
  expect(new Set(made).size).toBe(made.length);
});

const partOf = (requirement: number) => REQUIREMENTS.find(({ number }) => number === requirement)?.part;
/** Cases about a broken algorithm are tried on the command line. */
const proofs = vectors.filter(
  ({ requirement, args }) => partOf(requirement) === 'proof' && !args.includes('--broken'),
);

test.each([1, 3])('every proof to accept of version %i is valid under the published schema', (version) => {
  const files = proofs
    .filter(
      ({ file, verdict }) => verdict !== 'invalid' && file.endsWith('.xml') && !file.includes('originstamp'),
    )
    .map(({ file }) => file)
    .filter(
      (file) => /version="3" status/.test(readFileSync(path.join(VECTORS, file), 'utf8')) === (version === 3),
    );
  const schema = path.join(DOCS, `blockchain-proof-${version}.xsd`);
  const args = ['--noout', '--nonet', '--schema', schema, ...new Set(files)];
  const { status, stderr } = spawnSync('xmllint', args, { cwd: VECTORS, encoding: 'utf8' });
  expect(
    status,
    stderr
      .split('\n')
      .filter((line) => !line.endsWith(' validates'))
      .join('\n'),
  ).toBe(0);
  expect(files.length).toBeGreaterThan(version === 3 ? 3 : 60);
});

const HASH_BYTES = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 };

/** A vector in the form that the library and the lines for Python take. */
function questionOf({ args, file, bytes }: Vector): PythonQuestion {
  const given = (name: string) => args.flatMap((arg, i) => (args[i - 1] === `--${name}` ? [arg] : []));
  const read = (name: string) => new Uint8Array(readFileSync(path.join(VECTORS, name)));
  const [hash, tsr] = [given('hash')[0], given('tsr')[0]];
  const document = args.find((arg, i) => !arg.startsWith('--') && !(args[i - 1] ?? '').startsWith('--'));
  const [logKeys, blocks] = [given('log-key'), given('trusted-block')];
  return {
    xml:
      file === given('xml')[0] && bytes !== undefined ? new Uint8Array(bytes) : read(given('xml')[0] ?? ''),
    ...(tsr !== undefined && { token: read(tsr) }),
    ...(document !== undefined && { file: read(document) }),
    ...(hash !== undefined && { sha256: new Uint8Array(Buffer.from(hash, 'hex')) }),
    ...(logKeys.length > 0 && { logKeys }),
    ...(blocks.length > 0 && {
      trustedBlocks: blocks.map((each) => ({ hash: new Uint8Array(Buffer.from(each, 'hex')) })),
    }),
  };
}

test('P52 the Python program gives the expected verdict for every vector of a proof', async () => {
  const answers = await askPython(proofs.map(questionOf));
  const wrong = proofs.filter(({ verdict }, i) => answers[i]?.verdict !== verdict);
  expect(wrong.map(({ file, because }) => `${file}: ${because}`)).toEqual([]);
  expect(proofs.length).toBeGreaterThan(300);
});

test.for([
  ['Node', nodeEngine],
  ['the browser', webCryptoEngine],
] as const)(
  'P52 the library gives the verdict of every vector of a proof by the cryptography of %s',
  async ([, engine]) => {
    const wrong: string[] = [];
    for (const vector of proofs) {
      const { xml, token, file, sha256, logKeys, trustedBlocks } = questionOf(vector);
      const digest = async (algorithm: 'SHA-256' | 'SHA-384' | 'SHA-512') =>
        file === undefined
          ? HASH_BYTES[algorithm] === sha256?.length
            ? sha256
            : undefined
          : engine.digest(algorithm, file);
      const { verdict } = await verifyEvidence(
        engine,
        {
          xml,
          ...(token && { tsr: token }),
          ...((file ?? sha256) && { digest }),
          ...(logKeys && { logKeys }),
          ...(trustedBlocks && { trustedBlocks }),
        },
        [],
      );
      if (verdict !== vector.verdict) wrong.push(`${vector.file}: ${vector.because}: ${verdict}`);
    }
    expect(wrong).toEqual([]);
  },
);

/** Runs `sello conformance` in this process: its exit status and its output. */
async function conformance(...args: string[]): Promise<{ status: number; out: string; errors: string }> {
  let [out, errors] = ['', ''];
  const status = await runCommandLine(['conformance', ...args], {
    env: {},
    write: () => {},
    out: (line) => {
      out += `${line}\n`;
    },
    error: (line) => {
      errors += `${line}\n`;
    },
    status: undefined,
  });
  return { status, out, errors };
}

describe('sello conformance', () => {
  test('sello verify meets every requirement on proofs, time stamps, bundles, PDFs, containers, archives and receipts', async () => {
    const { status, out } = await conformance();
    expect(out).toMatch(
      new RegExp(`${REQUIREMENTS.length} of ${REQUIREMENTS.length} requirements are met\\.\\n$`),
    );
    expect(status).toBe(0);
  });

  test('the Python verifier, run like a foreign one, meets the requirements on proofs', async () => {
    const random = seededRandom();
    const numbers = REQUIREMENTS.filter(({ part }) => part === 'proof').map(({ number }) => `R${number}`);
    // Each case starts Python, which takes longer than the check itself.
    const wanted = oneOfEvery(8, numbers, random).flatMap((number) => ['--requirement', number]);
    const { status, out } = await conformance('--verifier', `/usr/bin/python3 ${PYTHON}`, ...wanted);
    expect(out, `SELLO_TEST_SEED=${random.seed}`).toMatch(/(\d+) of \1 requirements are met\.\n$/);
    expect(status).toBe(0);
  });

  test('for a verifier that accepts everything, every case that it should have refused is reported', async () => {
    const { status, out } = await conformance('--verifier', '/bin/true', '--requirement', 'R62', '--json');
    const { conforms, cases } = JSON.parse(out);
    expect([status, conforms]).toEqual([1, false]);
    expect(
      cases.map(({ verdict, answer, right }: Record<string, unknown>) => [verdict, answer, right]),
    ).toEqual([
      ['valid', 'valid', true],
      ['invalid', 'valid', false],
    ]);
  });

  test('a SHOULD that is not met is reported, but does not decide the result', async () => {
    const { status, out } = await conformance('--verifier', '/bin/true', '--requirement', 'R69');
    expect(out).toContain('R69 SHOULD: answered valid instead of invalid: another document\n');
    expect(out).toContain('0 of 1 requirements are met.');
    expect(status).toBe(0);
  });

  test('a verifier that ends with any other exit status counts as not answering', async () => {
    const program = '/usr/bin/python3 -c exit(7)';
    const { status, out } = await conformance('--verifier', program, '--requirement', 'R64');
    expect(out).toContain('R64 MUST: answered exit status 7 instead of unconfirmed');
    expect(status).toBe(1);
  });

  test.for([
    [['--part', 'proofs'], '--part must be proof, stamp, pdf, asic, archive, receipt; it is "proofs".'],
    [['--requirement', 'R0'], '--requirement must be a number like R12 that has cases; it is "R0".'],
    [['--part', 'archive', '--requirement', 'R1'], 'No case belongs to these parts and requirements.'],
    [['--vectors', '/nowhere'], 'There is no file /nowhere/index.json.'],
    [['--vectors', path.dirname(PYTHON)], `There is no file ${path.dirname(PYTHON)}/index.json.`],
    [['--verifier', '/nowhere/verifier'], '/nowhere/verifier cannot be started: '],
    [['--verifier', ' '], '--verifier must name a program.'],
    [['proof.xml'], 'Unexpected argument "proof.xml".'],
  ] as const)('%j is wrong usage, in words', async ([args, words]) => {
    const { status, errors } = await conformance(...args);
    expect(errors).toContain(words);
    expect(status).toBe(2);
  });
});
