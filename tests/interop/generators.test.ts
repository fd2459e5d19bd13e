/**
 * Clients that strangers generate from our OpenAPI document: each certifies a file, lists certificates and fetches a
 * proof through Prism, which refuses every request and every answer that the document does not describe.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  clearMade,
  foreign,
  importForeign,
  type Judge,
  MADE,
  openJudge,
  runForeign,
} from '../harness/foreign-generators.ts';
import { openTestSello, type TestAccount, type TestSello } from '../harness/test-sello.ts';
import type { Done } from './generators/use/uses.ts';

let sello: TestSello;
let caller: TestAccount;
let judge: Judge;
// biome-ignore lint/suspicious/noExplicitAny: generators take it as it is.
let document: any;
const DOCUMENT = `${MADE}openapi.json`;

beforeAll(async () => {
  await clearMade();
  await mkdir(MADE, { recursive: true });
  sello = await openTestSello({ SELLO_BASE_URL: 'https://certifica.mx' });
  caller = await sello.newAccount();
  const described = structuredClone(sello.app.swagger());
  const address = await sello.listen();
  judge = await openJudge({ ...described, servers: [{ url: address }] }, address);
  document = { ...described, servers: [{ url: judge.url }] };
  await writeFile(DOCUMENT, JSON.stringify(document));
});
afterAll(async () => {
  await judge?.close();
  await sello?.close();
  await clearMade();
});

/** Writes a client below `MADE`. */
const GENERATORS: Record<string, () => unknown> = {
  'openapi-fetch': () =>
    runForeign('openapi-typescript/bin/cli.js', [DOCUMENT, '-o', `${MADE}openapi-typescript.ts`]),
  'hey-api': async () => {
    const { createClient } = await importForeign('@hey-api/openapi-ts/dist/index.mjs');
    await createClient({
      input: structuredClone(document),
      output: { path: `${MADE}hey-api` },
      logs: { level: 'silent', file: false },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    });
  },
  orval: async () => {
    const { generate } = await importForeign('orval/dist/index.mjs');
    const output = { target: `${MADE}orval.ts`, client: 'fetch', mode: 'single', baseUrl: judge.url };
    await generate({ input: { target: DOCUMENT }, output }, MADE, { logLevel: 'silent' });
  },
  oazapfts: () => runForeign('oazapfts/dist/cli.js', [DOCUMENT, `${MADE}oazapfts.ts`]),
};

test.for(Object.keys(GENERATORS))(
  'P60 a client of %s certifies a file, lists it and fetches a proof',
  async (name) => {
    await GENERATORS[name]?.();
    const { use } = await import(`./generators/use/${name}.ts`);
    const file = new File(['contrato'], 'contrato.txt', { type: 'text/plain' });
    const done: Done = await use({ url: judge.url, key: caller.key, file });
    expect(done.certificate).toMatchObject({ title: name, status: 'stamped' });
    expect(done.listed[0]).toBe(done.certificate.id);
    expect(done.proof).toMatchObject({ type: 'nom151', certificate_id: done.certificate.id });
    expect(done.refused).toBe('proof_not_ready');
    const url = `/api/public/v1/certificates/${done.certificate.id}/proof/chain`;
    const { bytes } = await sello.call('GET', url, { key: caller.key });
    expect(Buffer.from(done.bytes).equals(bytes)).toBe(true);
  },
);

test('P60 what the clients do compiles with the types of their generators', () => {
  runForeign('typescript/bin/tsc', ['-p', '.']);
});

test('P60 a Postman collection runs in newman as it was made: a file is certified, listed and proved', async () => {
  const collection = await toPostman();
  const wanted = ['createCertificate', 'uploadCertificate', 'listCertificates', 'getProof'].map(nameOf);
  const items = wanted.flatMap((name) => allItems(collection).filter((item) => item.name === name));
  expect(items.map(({ name }) => name)).toEqual(wanted);
  const file = `${MADE}nota.txt`;
  await writeFile(file, 'nota');
  const { id } = await sello.certify(caller.key);
  for (const { request } of items) chooseFileAndId(request, file, id);
  const { failures, executions } = await runNewman({ ...collection, item: items });
  expect(failures).toEqual([]);
  const [made, , listed] = executions.map(({ response }) => JSON.parse(response?.stream.toString() ?? ''));
  expect(executions.map(({ response }) => response?.code)).toEqual([201, 201, 200, 200]);
  expect(made.certificate.file.name).toBe('nota.txt');
  const ids = listed.certificates.map((certificate: { id: string }) => certificate.id);
  expect(ids).toContain(made.certificate.id);
});

test('P60 Spectral finds no fault in the document', async () => {
  const { Spectral } = foreign('@stoplight/spectral-core');
  const { oas } = foreign('@stoplight/spectral-rulesets');
  const spectral = new Spectral();
  // The document names no contact, because every operator is a different one; and an operation whose summary is enough
  // has no description.
  const rules = { 'info-contact': 'off', 'operation-description': 'off' };
  spectral.setRuleset({ extends: [[oas, 'recommended']], rules });
  const found = await spectral.run(sello.app.swagger());
  expect(found.map((one: { code: string; path: string[] }) => `${one.code} ${one.path.join(' ')}`)).toEqual(
    [],
  );
});

type Parameter = { key: string; value: string; disabled?: boolean };
type Request = {
  url: { query?: Parameter[]; variable?: Parameter[] };
  body?: { formdata?: Parameter[] };
};
type Item = { name: string; request: Request; item?: Item[] };
type Collection = { item: Item[] };

function toPostman(): Promise<Collection> {
  const { convert } = foreign('openapi-to-postmanv2');
  return new Promise((resolve, reject) => {
    convert(
      { type: 'json', data: document },
      {},
      (error: Error, made: { output?: { data: Collection }[] }) =>
        made?.output?.[0] === undefined ? reject(error ?? made) : resolve(made.output[0].data),
    );
  });
}

function allItems({ item }: Collection): Item[] {
  return item.flatMap((one) => (one.item === undefined ? [one] : allItems({ item: one.item })));
}

/** Postman calls a request by its summary. */
function nameOf(operationId: string): string {
  const operations = Object.values<Record<string, { operationId: string; summary: string }>>(document.paths);
  const found = operations.flatMap((methods) => Object.values(methods));
  return found.find((operation) => operation.operationId === operationId)?.summary ?? '';
}

/** Chooses the file and the id as somebody would in Postman, and leaves everything else as the converter wrote it. */
function chooseFileAndId({ url, body }: Request, file: string, id: string): void {
  for (const parameter of url.variable ?? []) parameter.value = id;
  // For a proof, chooses the type and unticks `original`, which belongs to another type.
  for (const parameter of url.query ?? []) {
    if (parameter.key === 'type') parameter.value = 'nom151';
    if (parameter.key === 'original') parameter.disabled = true;
  }
  for (const part of body?.formdata ?? []) if (part.key === 'file') Object.assign(part, { src: file });
}

type Run = { failures: string[]; executions: { response?: { code: number; stream: Buffer } }[] };

function runNewman(collection: object): Promise<Run> {
  const envVar = [
    { key: 'baseUrl', value: judge.url },
    { key: 'bearerToken', value: caller.key },
  ];
  return new Promise((resolve, reject) => {
    foreign('newman').run(
      { collection, globalVar: envVar, envVar },
      (error: Error | null, summary: { run: unknown }) => {
        if (error !== null) return reject(error);
        const { failures, executions } = summary.run as { failures: { error: Error }[] } & Pick<
          Run,
          'executions'
        >;
        resolve({ executions, failures: failures.map((one) => one.error.message) });
      },
    );
  });
}
