import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { openapiDocument } from '../../../../scripts/openapi-document.ts';
import { EVENT_TYPES } from '../../../../server/src/events/event-types.ts';
import { STATUS } from '../../../../server/src/http/errors.ts';
import { expect, test } from '../../../harness/world.ts';

const document = await openapiDocument();
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const slugs = [...new Set(operations.map(({ tags }) => (tags[0] ?? '').toLowerCase().replaceAll(' ', '-')))];

test('the first page lists every operation, in both languages', async ({ sello }) => {
  for (const language of ['es', 'en']) {
    const page = await sello.call('GET', `/docs?lang=${language}`);
    expect([page.status, page.headers['content-language']]).toEqual([200, language]);
    for (const { operationId } of operations) expect(page.text).toContain(`#${operationId}"`);
  }
});

test('in Spanish, every operation has a Spanish name', async ({ sello }) => {
  const { text } = await sello.call('GET', '/docs?lang=es');
  for (const { operationId, summary = '' } of operations) {
    const link = new RegExp(`#${operationId}">([^<]*)</a>`).exec(text)?.[1];
    expect(link, `${operationId} has no Spanish name`).toBeDefined();
    expect(link).not.toBe(summary);
  }
});

test('in Spanish, every section has a Spanish name and description', async ({ sello }) => {
  const { text } = await sello.call('GET', '/docs?lang=es');
  const sections = [...text.matchAll(/<h3><a [^>]*>([^<]*)<\/a><\/h3>\s*<p>([^<]*)<\/p>/g)];
  expect(sections).toHaveLength(document.tags.length);
  const english = new Set(document.tags.flatMap(({ name, description }) => [name, description]));
  // “Webhooks” is the same word in both languages.
  const untold = sections.flatMap(([, ...words]) => words).filter((words) => english.has(words));
  expect(untold).toEqual(['Webhooks']);
});

/** Every description of the document, except those inside examples. */
function descriptionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    if (name === 'example' || name === 'examples') return [];
    return name === 'description' && typeof part === 'string' ? [part] : descriptionsIn(part);
  });
}

const SPANISH = new URL('../../../../server/guides/reference/descriptions.es.json', import.meta.url);
/** Text that is the same in every language: a placeholder, a code, a language, an id. */
const PLACEHOLDER = /[<[]\w+[>\]]|CODE|CÓDIGO/g;

test('every description has a translation that names the same fields, and no translation is left over', () => {
  const spanish: Record<string, string> = JSON.parse(readFileSync(SPANISH, 'utf8'));
  const described = new Set([...descriptionsIn(document.paths), ...descriptionsIn(document.components)]);
  expect([...described].filter((one) => spanish[one] === undefined)).toEqual([]);
  expect(Object.keys(spanish).filter((one) => !described.has(one))).toEqual([]);
  const codes = (text: string) =>
    [...text.matchAll(/`[^`]+`/g)].map(([code]) => code.replaceAll(PLACEHOLDER, '')).toSorted();
  for (const [english, words] of Object.entries(spanish)) expect(codes(words)).toEqual(codes(english));
});

test('in Spanish the descriptions of parameters, fields and answers are in Spanish', async ({ sello }) => {
  const { text } = await sello.call('GET', '/docs/reference/certificates?lang=es');
  expect(text).toContain('Tamaño de la página.');
  expect(text).toContain('El prestador que emitió el sello de tiempo.');
  for (const english of ['Page size.', 'Newest first', 'The certificate.'])
    expect(text).not.toContain(english);
});

test('every section shows its operations completely: fields, answers, codes, and samples for curl and both clients', async ({
  sello,
}) => {
  const python: string[] = [];
  for (const slug of slugs) {
    const { status, text } = await sello.call('GET', `/docs/reference/${slug}?lang=en`);
    expect([slug, status]).toEqual([slug, 200]);
    const here = operations.filter(({ tags }) => tags[0]?.toLowerCase().replaceAll(' ', '-') === slug);
    for (const { operationId } of here) expect(text).toContain(`id="${operationId}"`);
    const samples = [...text.matchAll(/<summary>([^<]+)<\/summary>\s*<pre><code>([^<]*)</g)];
    const labels = samples.map(([, label]) => label);
    expect(labels.filter((label) => label === 'curl')).toHaveLength(here.length);
    if (slug !== 'log' && slug !== 'description')
      // Programs that ask for time stamps speak RFC 3161 themselves.
      expect(labels.filter((label) => label === 'Python (our client)')).toHaveLength(
        here.filter(({ operationId }) => operationId !== 'stampQuery').length,
      );
    for (const [, label, source = ''] of samples) if (label?.startsWith('Python')) python.push(plain(source));
  }
  const program = 'import json, sys\nfor source in json.load(sys.stdin): compile(source, "sample", "exec")';
  const { status, stderr } = spawnSync('python3', ['-c', program], {
    input: JSON.stringify(python),
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
});

test('every link within a section leads to something on it', async ({ sello }) => {
  for (const slug of slugs) {
    const { text } = await sello.call('GET', `/docs/reference/${slug}`);
    const targets = [...text.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    for (const target of targets) expect(text, `${slug}#${target}`).toContain(`id="${target}"`);
  }
});

test('the table of errors has every code, and each code has a page with its cause, its fix and the operations that answer it', async ({
  sello,
}) => {
  const table = await sello.call('GET', '/docs/errors?lang=es');
  for (const code of Object.keys(STATUS)) expect(table.text).toContain(`href="/docs/errors/${code}?lang=es"`);
  const page = await sello.call('GET', '/docs/errors/allowance_exhausted?lang=es');
  expect(page.text).toContain('Pida más al operador del servicio');
  expect(page.text).toContain('The account has no certificates left.');
  expect(page.text).toContain('/docs/reference/certificates?lang=es#createCertificate');
  expect(page.text).toContain('HTTP/1.1 402');
});

test('the catalogue of events has every event with what `data` holds', async ({ sello }) => {
  const { text } = await sello.call('GET', '/docs/events?lang=en');
  const sections = text.split('<section class="event" id="').slice(1);
  expect(sections.map((one) => one.split('"')[0])).toEqual([...EVENT_TYPES]);
  for (const one of sections) expect(one).toMatch(/<code>data<\/code>/);
});

test('only the page for trying calls has a nonce for styles', async ({ sello }) => {
  const policyOf = async (url: string) =>
    String((await sello.call('GET', url)).headers['content-security-policy']);
  expect(await policyOf('/docs')).not.toContain('nonce');
  expect(await policyOf('/docs/try')).toContain('nonce');
});

function plain(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#96;', '`')
    .replaceAll('&amp;', '&');
}
