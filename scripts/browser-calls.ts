/** Generates the calls that our pages make, with the types of requests and answers, from the schemas of the routes. */

import Fastify, { type RouteOptions } from 'fastify';
import { type DashboardPorts, dashboardRoutes } from '../server/src/api/dashboard.ts';
import { type DeskPorts, deskApi } from '../server/src/api/desk.ts';
import { type OperatorPorts, operatorRoutes } from '../server/src/api/operator.ts';
import { type OwnPagePorts, ownPageApi } from '../server/src/api/own-page.ts';
import { CertificateSchema } from '../server/src/certificates/certificate-record.ts';
import type { App } from '../server/src/http/app.ts';
import { ROLE_SCOPES } from '../server/src/people/teams/roles.ts';
import { PublicRecordSchema } from '../server/src/proofs/public-page/public-record.ts';
import { readConfig } from '../server/src/settings.ts';
import type { LogIdentity } from '../server/src/transparency/sequence-log.ts';
import { block, makeTypeWriter, type Schema, type TypeWriter } from './schema-types.ts';
import { type SdkInput, sdkTypes } from './sdk-operations.ts';

const SHARED = { Certificate: CertificateSchema as Schema };
const SDK = '@sello/sdk/operations';

/** `web/src/dashboard/calls.ts`: the calls that need a role's scope. */
export async function dashboardCalls(): Promise<string> {
  return (await dashboardPart()).text;
}

async function dashboardPart() {
  const own = await ownPart();
  const types = makeTypes([...own.sources, ['./own-calls.ts', own.types.writer.named()]], own.inputs);
  const text = callsFile(
    'The calls of the dashboard to its back end, each with the scope that it needs.',
    types,
    own.routes.filter(needsScope),
  );
  return { own, types, text };
}

/** The types that the dashboard's files of calls declare. Other pages that show the same records import them. */
async function dashboardSources(): Promise<readonly Source[]> {
  const { own, types } = await dashboardPart();
  return [
    ['../dashboard/own-calls.ts', own.types.writer.named()],
    ['../dashboard/calls.ts', types.writer.named()],
    [SDK, (await sdkTypes()).declarations],
  ];
}

/**
 * `web/src/dashboard/own-calls.ts`: the calls that anybody may make. They are in a file of their own, because the
 * log-in page loads nothing else.
 */
export async function ownCalls(): Promise<string> {
  return (await ownPart()).text;
}

async function ownPart() {
  const sdk = await sdkTypes();
  const sources: readonly Source[] = [
    ['../public/public-record.ts', publicDeclarations(makeTypeWriter(SHARED))],
    [SDK, sdk.declarations],
  ];
  const settings = { ...readConfig({}), identity: NOTHING as LogIdentity };
  const routes = await readRoutes((app) => dashboardRoutes(app, NOTHING as DashboardPorts, settings));
  const types = makeTypes(sources, sdk.inputs);
  const text = callsFile(
    'The calls of the dashboard that need no scope: log-in, and what belongs to a person.',
    types,
    routes.filter((route) => !needsScope(route)),
    'own',
  );
  return { sources, inputs: sdk.inputs, routes, types, text };
}

function needsScope({ config }: RouteOptions): boolean {
  return scopesOf(config).length > 0;
}

/** `web/src/my/calls.ts` */
export async function ownPageCalls(): Promise<string> {
  const types = makeTypes([[SDK, (await sdkTypes()).declarations]]);
  const routes = await readRoutes((app) => ownPageApi(app, NOTHING as OwnPagePorts, readConfig({})));
  return callsFile('What the member’s own page asks of its back end.', types, routes);
}

/** `web/src/desk/calls.ts` */
export async function deskCalls(): Promise<string> {
  const types = makeTypes(await dashboardSources());
  const routes = await readRoutes((app) => deskApi(app, NOTHING as DeskPorts, readConfig({})));
  return callsFile('What an organiser’s desk asks of its back end.', types, routes);
}

/** `web/src/operator/calls.ts` */
export async function operatorCalls(): Promise<string> {
  const types = makeTypes(await dashboardSources());
  const routes = await readRoutes((app) => operatorRoutes(app, NOTHING as OperatorPorts, readConfig({})));
  return callsFile('The calls of the operator’s pages to their back end.', types, routes);
}

/** `web/src/public/public-record.ts` */
export async function publicTypes(): Promise<string> {
  const { writer, imports } = makeTypes([[SDK, (await sdkTypes()).declarations]]);
  const declarations = publicDeclarations(writer);
  const head = imports(declarations.join('\n'));
  return fileOf('What `/v/{code}.json` tells of a certificate.', [...head, ...declarations]);
}

function publicDeclarations(writer: TypeWriter): string[] {
  writer.typeOf(PublicRecordSchema as Schema);
  return writer.named();
}

/** `writer` writes the types of one operation at a time. */
type Types = {
  writer: TypeWriter;
  begin: (operationId: string) => void;
  importFrom: (from: string, name: string) => void;
  imports: (text: string) => string[];
};
type Source = readonly [from: string, declarations: readonly string[]];

/** A type that a source declares identically is imported from that source; if several do, from the last of them. */
function makeTypes(sources: readonly Source[], inputs: readonly SdkInput[] = []): Types {
  const homes = new Map(
    sources.flatMap(([from, declarations]) => declarations.map((one) => [plain(one), from] as const)),
  );
  const used = new Map<string, Set<string>>();
  let current = '';

  function importFrom(from: string, name: string, written = name): string {
    used.set(from, (used.get(from) ?? new Set()).add(name));
    return written;
  }

  function referTo(shape: string, title?: string): string | undefined {
    if (title === undefined) return referToInput(shape);
    const home = homes.get(plain(`export type ${title} = ${shape};`));
    if (home !== undefined) return importFrom(home, title);
    const homeOfPart = homes.get(plain(`export type ${title} = ${shape.replace(/ \| null$/, '')};`));
    return homeOfPart && importFrom(homeOfPart, title, `${title} | null`);
  }

  /** A short type is imported only if the SDK has it in the operation of the same name. */
  function referToInput(shape: string): string | undefined {
    if (!shape.includes('\n')) return undefined;
    const same = inputs.filter(({ type }) => plain(type) === plain(shape));
    const own = same.find(({ operationId }) => operationId === current);
    const found = own ?? (shape.split('\n').length > LONG ? same[0] : undefined);
    return found && importFrom(SDK, 'Resources', found.reference);
  }

  const imports = (text: string) => [
    importLines('import', used, (name) => new RegExp(`\\b${name}\\b`).test(text)),
    importLines('export', used, (name) => !NOT_SHOWN.includes(name)),
  ];
  const begin = (operationId: string) => {
    current = operationId;
  };
  return { writer: makeTypeWriter(SHARED, referTo), begin, importFrom, imports };
}

const LONG = 12;
const CALL = ['../calls/make-calls.ts', 'Call'] as const;
const NOT_SHOWN = ['Resources', 'Call'];

/** Packages before files. */
function importLines(
  verb: 'import' | 'export',
  sources: ReadonlyMap<string, ReadonlySet<string>>,
  isWanted: (name: string) => boolean,
): string {
  return [...sources]
    .map(([from, names]) => ({ from, names: [...names].filter(isWanted).toSorted() }))
    .filter(({ names }) => names.length > 0)
    .toSorted((one, other) => placeOf(one.from).localeCompare(placeOf(other.from)))
    .map(({ from, names }) => `${verb} type { ${names.join(', ')} } from '${from}';`)
    .join('\n');
}

function placeOf(from: string): string {
  return `${from.startsWith('.') ? 'file' : 'a package'} ${from}`;
}

/** Ignores differences between the two generators: comments, white space, brackets, and how lists are written. */
function plain(type: string): string {
  return type
    .replace(
      LIST,
      (_, words: string, name: string) => `export type ${name} = ${words.replace(/, /g, ' | ')};`,
    )
    .replace(/\/\*[\s\S]*?\*\/|[()]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/; }/g, ' }')
    .trim();
}

const LIST = /^export const \w+ = \[(.*)\] as const;\nexport type (\w+) = .*$/;

/** `of`: a word that goes into the exported names, for a program that has two such files. */
function callsFile(subject: string, types: Types, routes: readonly RouteOptions[], of = ''): string {
  const [table, type] =
    of === '' ? ['', ''] : [`${of.toUpperCase()}_`, `${of[0]?.toUpperCase()}${of.slice(1)}`];
  const { writer } = types;
  const written = routes.map((route) => writeCall(types, route));
  const part = (isFile: boolean) => {
    const calls = written.filter((call) => call.isFile === isFile);
    return {
      table: block(calls.map(({ name, entry }) => `${name}: ${entry},`)),
      types: block(calls.map(({ signature }) => signature)),
    };
  };
  const [calls, links] = [part(false), part(true)];
  const text = [
    ...writer.named(),
    `export const ${table}CALLS = ${calls.table} as const satisfies Readonly<Record<string, Call>>;`,
    `/** Answers that are files, by their addresses. */\nexport const ${table}LINKS = ${links.table} as const satisfies Readonly<Record<string, Call>>;`,
    `/** Their arguments: the parts of the path, the body, the query. */\nexport type ${type}Calls = ${calls.types};`,
    // An object of unknown content would be useless as a type.
    ...(written.every(({ isFile }) => !isFile) ? [] : [`export type ${type}Links = ${links.types};`]),
  ];
  const argument = text.some((one) => one.includes('Argument<')) ? [ARGUMENT] : [];
  types.importFrom(...CALL);
  return fileOf(subject, [...types.imports(text.join('\n')), ...argument, ...text]);
}

const ARGUMENT =
  'type Argument<Method extends (...args: never[]) => unknown, Place extends number> = NonNullable<Parameters<Method>[Place]>;';

function fileOf(subject: string, parts: readonly string[]): string {
  const head = `/** ${subject} Generated by \`npm run docs\` from the schemas of the routes. */`;
  return `${[`// biome-ignore-all format: as the generator writes it.\n${head}`, ...parts.filter(Boolean)].join('\n\n')}\n`;
}

/** The routes are only described, never called, so they need no real ports. */
async function readRoutes(register: (app: App) => void): Promise<RouteOptions[]> {
  const app: App = Fastify();
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') routes.push(route);
  });
  app.setValidatorCompiler(() => () => true);
  app.register(async (part: App) => register(part));
  await app.ready();
  await app.close();
  return routes;
}

const NOTHING: unknown = {};

type Part = Schema & { content?: Record<string, { schema: Schema }> };
type Written = { name: string; entry: string; signature: string; isFile: boolean };

/** A page names the account once for all its calls, in a header, so no call has this parameter. */
function withoutAccount(querystring: Part): Part {
  const { account: _, ...properties } = (querystring.properties ?? {}) as Record<string, never>;
  return { ...querystring, properties };
}

function writeCall({ writer, begin }: Types, { method, url, schema = {}, config }: RouteOptions): Written {
  const { querystring: declared, body } = schema as Record<string, Part | undefined>;
  const querystring = declared && withoutAccount(declared);
  const name = (schema as { operationId?: string }).operationId;
  if (name === undefined) throw new Error(`${method} ${url} needs a name`);
  begin(name);
  const params = [...url.matchAll(/:(\w+)/g)].map(([, param]) => `${param}: string`);
  const sent = FILES.includes(`${method} ${url}`) ? FILE : bodyOf(writer, body);
  // An operation without parameters declares a query without properties.
  const query =
    querystring && Object.keys(querystring.properties ?? {}).length > 0
      ? queryOf(writer, querystring)
      : undefined;
  const answer = answerOf(writer, schema.response as Record<number, Part>);
  const entry = [
    `method: '${method}'`,
    `path: '${url}'`,
    ...(sent ? [`body: '${sent.kind}'`] : []),
    ...(query ? ['query: true'] : []),
    ...scopesOf(config),
  ];
  const args = [...params, ...(sent ? [sent.argument] : []), ...(query ? [query] : [])];
  return {
    name,
    entry: `{ ${entry.join(', ')} }`,
    signature: `${name}(${args.join(', ')}): ${answer ?? 'string'};`,
    isFile: answer === undefined,
  };
}

/**
 * The scope that the role must have: pages do not offer what would be refused. Calls that anybody may make have none.
 */
function scopesOf({ scope, alsoScope, evenSuspended }: RouteOptions['config'] = {}): string[] {
  const words = [scope ?? []].flat();
  if (!words.every(isOfRoles)) return [];
  return [
    ...(words.length > 0 ? [`scope: [${words.map((word) => `'${word}'`).join(', ')}]`] : []),
    ...(alsoScope ? [`alsoScope: '${alsoScope}'`] : []),
    ...(evenSuspended ? ['evenSuspended: true'] : []),
  ];
}

function isOfRoles(scope: string): boolean {
  return (ROLE_SCOPES.owner as readonly string[]).includes(scope);
}

/** The body is the file itself, which no schema can describe. */
const FILES = ['POST /council/images', 'POST /evidence'];
const FILE = { kind: 'file', argument: 'body: File' };

/** Undefined for an empty body. Forms are sent by hand. */
function bodyOf(writer: TypeWriter, body: Part = {}): { kind: string; argument: string } | undefined {
  const { content } = body;
  const form = content?.['multipart/form-data']?.schema;
  if (form) writer.typeOf(form);
  if (content?.['text/csv']) return { kind: 'csv', argument: 'body: Blob' };
  const json = content ? (content['application/json']?.schema ?? {}) : body;
  if (Object.keys(json.properties ?? json).length === 0) return undefined;
  const mayBeNull = [json.type].flat().includes('null');
  return { kind: 'json', argument: `body${mayBeNull ? '?' : ''}: ${writer.typeOf(json)}` };
}

const ADDED = ['mode', 'reveal'];

/** The dashboard's routes add `mode` and `reveal` to the query of an operation. */
function queryOf(writer: TypeWriter, query: Part): string {
  const { properties = {}, required = [] } = query;
  const added = query.title === undefined ? ADDED.filter((name) => name in properties) : [];
  const own = Object.entries(properties).filter(([name]) => !added.includes(name));
  const parts = [
    ...(own.length > 0 ? [writer.typeOf({ ...query, properties: Object.fromEntries(own) })] : []),
    ...(added.length > 0 ? [nameAdded(writer, properties, added)] : []),
  ];
  return `query${required.length > 0 ? '' : '?'}: ${parts.join(' & ')}`;
}

function nameAdded(writer: TypeWriter, all: Readonly<Record<string, Schema>>, added: string[]): string {
  const properties = Object.fromEntries(added.map((name) => [name, all[name] ?? {}]));
  const title = added.length < ADDED.length ? 'ModeQuery' : 'RevealQuery';
  return writer.typeOf({ title, type: 'object', properties });
}

/** Undefined for a file. */
function answerOf(writer: TypeWriter, response: Record<number, Part>): string | undefined {
  const good = Object.entries(response).filter(([status]) => status.startsWith('2'));
  const [, answer] = good[0] ?? [];
  if (answer === undefined) throw new Error('a route should have a good answer');
  if (answer.content !== undefined) return undefined;
  const types = new Set(good.map(([, one]) => (one.type === 'null' ? 'void' : writer.typeOf(one))));
  return `Promise<${[...types].join(' | ')}>`;
}
