/** Anyone who copies an example of the API description gets an answer, not a refusal. */

import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Described,
  type DescribedSchema,
  describedOperations,
  examplesOf,
} from '../../harness/described-operations.ts';
import { inPlace, openPlace, type Place } from '../../harness/example-places.ts';
import { type HookedSello, openHookedSello } from '../../harness/hooks.ts';
import type { Council } from '../../harness/memberships.ts';
import { multipart } from '../../harness/multipart.ts';
import { readVector } from '../../harness/read-vector.ts';
import { exampleWitness } from '../../harness/test-witness.ts';
import { queryFor } from '../../harness/timestamp-query.ts';

const described = await describedOperations();
const BASE_URL = 'https://certifica.mx';

let sello: HookedSello;
let address: string;
let folder: string;
beforeAll(async () => {
  // Badges need https; requests come over loopback all the same.
  const { vkey } = await exampleWitness();
  sello = await openHookedSello({
    SELLO_BASE_URL: BASE_URL,
    SELLO_WITNESSES: `${vkey} https://witness.example`,
  });
  address = await sello.listen();
  folder = await mkdtemp(path.join(tmpdir(), 'sello-samples-'));
  await writeFile(path.join(folder, 'contrato.pdf'), '%PDF-1.7 contrato');
  await writeFile(path.join(folder, 'query.tsq'), queryFor('contrato'));
  await writeFile(path.join(folder, 'timestamp.tsr'), readVector('nom151/advantage-2018-07-18.tsr'));
});
afterAll(async () => {
  await sello.close();
  await rm(folder, { recursive: true, force: true });
});

/** The bodies of which the document can show an example: all except bare bytes. */
function shownBodies({ requestBody }: Described) {
  return Object.entries(requestBody?.content ?? {}).filter(
    ([, { schema }]) => schema.contentMediaType === undefined,
  );
}

test.for(
  described.filter((one) => shownBodies(one).length > 0).map((one) => [one.operationId, one] as const),
)(
  '%s accepts every example of its description, and answers like the example answer',
  async ([name, operation]) => {
    const { method, path: template, responses } = operation;
    for (const [type, media] of shownBodies(operation)) {
      expect(examplesOf(media), `${name} ${type}`).not.toEqual([]);
      for (const example of examplesOf(media)) {
        const { council, place } = await placeFor(name);
        const url = template.replaceAll(/\{(\w+)\}/g, (_, param: string) => place.params[param] ?? '');
        const answer = await council.call(method, url, undefined, bodyOf(type, inPlace(example, place)));
        expect(answer.status, `${method} ${url}: ${answer.text}`).toBeLessThan(300);
        const shown = responses[answer.status]?.content?.['application/json']?.schema;
        expectSameFields(answer.body, shown);
      }
    }
  },
);

test.for(described.map((one) => [one.operationId, one] as const))(
  'the curl command of %s works when pasted',
  async ([name, operation]) => {
    const { council, place } = await placeFor(name);
    const { stdout } = await paste(council, pasted(operation, place));
    const [status = '', answer = ''] = stdout.split('\n', 2);
    expect(status, answer).toMatch(/^2\d\d$/);
  },
);

describe('samples in other languages', () => {
  test('Python samples can be parsed by Python', () => {
    const sources = JSON.stringify(described.map((one) => sampleOf(one, 'python')));
    const program = 'import json, sys\nfor source in json.load(sys.stdin): compile(source, "sample", "exec")';
    const { status, stderr } = spawnSync('python3', ['-c', program], { input: sources, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  });

  test.for(['uploadCertificate', 'createMember', 'getProof', 'deleteMember'])(
    'the JavaScript of %s works when it is run',
    async (name) => {
      const { council, place } = await placeFor(name);
      const operation = described.find(({ operationId }) => operationId === name);
      if (operation === undefined) throw new Error(`${name} is not described`);
      const file = path.join(folder, `${name}.mjs`);
      await writeFile(file, inHere(sampleOf(operation, 'javascript'), operation, place));
      await promisify(execFile)(process.execPath, [file], { cwd: folder, env: environment(council) });
    },
  );
});

async function placeFor(name: string): Promise<{ council: Council; place: Place }> {
  const { council, place } = await openPlace(sello, name);
  // The file that the samples name.
  if (place.evidence !== undefined)
    await writeFile(path.join(folder, 'timestamp.tsr'), Buffer.from(place.evidence, 'base64'));
  return { council, place };
}

function bodyOf(type: string, example: object | string) {
  if (type !== 'multipart/form-data') return { payload: example, headers: { 'content-type': type } };
  return multipart(
    Object.entries(example).flatMap(([name, value]) =>
      [value].flat().map((one) => ({
        name,
        value: one,
        ...(name === 'file' && { filename: 'contrato.txt', type: 'text/plain' }),
        ...(name === 'evidence' && { filename: 'timestamp.tsr', type: 'application/timestamp-reply' }),
      })),
    ),
  );
}

/** The sample, unchanged except for the address of the service and the ids. */
function pasted(operation: Described, place: Place): string {
  return inHere(sampleOf(operation, 'shell'), operation, place);
}

function inHere(sample: string, { path: template }: Described, place: Place): string {
  const [collection, parameter] = template
    .replace(/^\/desk\//, '/')
    .split('/')
    .slice(1);
  const named =
    parameter === '{id}' ? sample.replace(ID_IN_PATH, `/${collection}/${place.params.id}`) : sample;
  return String(inPlace(named.replaceAll(BASE_URL, address), place));
}

const ID_IN_PATH = /\/[\w-]+\/[a-z]+_0Ejemplo\d{14}/;

function sampleOf({ 'x-codeSamples': samples, operationId }: Described, language: string): string {
  const found = samples.find(({ lang }) => lang === language)?.source;
  if (found === undefined) throw new Error(`${operationId} has no sample in ${language}`);
  return found.replaceAll(/http:\/\/localhost:\d+/g, BASE_URL);
}

/** Runs the sample; only here, curl prints the status and then the answer. */
function paste(council: Council, sample: string) {
  const shown = `curl() { command curl -sS -o answer -w '%{http_code}\\n' "$@"; head -c 500 answer; rm -f answer; }`;
  return promisify(execFile)('sh', ['-c', `${shown}\n${sample}`], { cwd: folder, env: environment(council) });
}

function environment({ key }: Council) {
  return { PATH: process.env.PATH, SELLO_API_KEY: key };
}

/** A missing or superfluous field in an example would mislead its readers. */
function expectSameFields(body: Record<string, object>, schema: DescribedSchema | undefined): void {
  for (const [name, part] of Object.entries(schema?.properties ?? {})) {
    const [example] = part.examples ?? [];
    if (typeof example !== 'object' || example === null) continue;
    expect(Object.keys(body[name] ?? {}).toSorted(), name).toEqual(Object.keys(example).toSorted());
  }
}

test('every example fits its schema', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const inBodies = described.flatMap(({ requestBody }) =>
    Object.values(requestBody?.content ?? {}).map((media) => [media.schema, examplesOf(media)] as const),
  );
  const inAnswers = schemasIn(described.map(({ responses }) => responses)).map(
    (schema) => [schema, schema.examples ?? []] as const,
  );
  const all = [...inBodies, ...inAnswers].flatMap(([schema, examples]) =>
    examples.map((example) => [schema, example] as const),
  );
  expect(all.length).toBeGreaterThan(100);
  for (const [schema, example] of all)
    expect(ajv.validate(schema, example), `${schema.title} ${ajv.errorsText()}`).toBe(true);
});

test.for(['Member', 'Membership', 'Term', 'Evaluation', 'Course', 'Award', 'Roster', 'Import', 'Renewal'])(
  'every answer with a %s has an example',
  (title) => {
    const found = schemasIn(described.map(({ responses }) => responses)).filter(
      (schema) => schema.title === title,
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ examples = [] }) => examples.length === 0)).toEqual([]);
  },
);

function schemasIn(value: unknown): DescribedSchema[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([name, part]) =>
    name === 'examples' ? [] : schemasIn(part),
  );
  return Array.isArray(value) ? inside : [value as DescribedSchema, ...inside];
}
