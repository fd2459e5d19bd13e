/**
 * Clients that strangers generate from our OpenAPI document: each certifies a file, lists and fetches a proof through
 * Prism, which refuses every request and every answer that the document does not describe.
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

test('P60 a Postman collection runs in newman: a form, a list and a proof', async () => {
  const certificate = await sello.certify(caller.key);
  const collection = await toPostman();
  const wanted = ['uploadCertificate', 'listCertificates', 'getProof'].map(nameOf);
  const items = allItems(collection).filter(({ name }) => wanted.includes(name));
  expect(items.map(({ name }) => name).toSorted()).toEqual(wanted.toSorted());
  const file = `${MADE}nota.txt`;
  await writeFile(file, 'nota');
  for (const { request } of items) fillIn(request, certificate.id, file);
  const run = await runNewman({ ...collection, item: items });
  expect(run.failures).toEqual([]);
  expect(run.executions.map(({ response }) => response?.code).toSorted()).toEqual([200, 200, 201]);
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

type Parameter = { key: string; value: string; disabled?: boolean; type?: string; src?: string };
type Request = {
  url: { query?: Parameter[]; variable?: Parameter[] };
  header: Parameter[];
  body?: { formdata?: Parameter[] };
};
type Item = { name: string; request: Request; item?: Item[] };
type Collection = { item: Item[] };

function toPostman(): Promise<Collection> {
  const { convert } = foreign('openapi-to-postmanv2');
  return new Promise((resolve, reject) => {
    const options = { folderStrategy: 'Tags', optimizeConversion: false };
    convert(
      { type: 'json', data: document },
      options,
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

/** As somebody would in Postman: the id, the file, and nothing that is optional. */
function fillIn({ url, header, body }: Request, id: string, file: string): void {
  for (const parameter of url.variable ?? []) parameter.value = id;
  for (const parameter of url.query ?? []) {
    parameter.disabled = parameter.key !== 'type';
    parameter.value = 'nom151';
  }
  for (const one of header) one.disabled = !['Accept', 'Content-Type'].includes(one.key);
  for (const part of body?.formdata ?? []) {
    if (part.key === 'file') Object.assign(part, { type: 'file', src: file });
    else part.disabled = true;
  }
}

type Run = { failures: string[]; executions: { response?: { code: number } }[] };

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
