/** `sello operator …`: who may open the operator's pages, and the requests of accounts. */

import { OPERATOR_LOG } from '../audit/ports.ts';
import { OPERATOR } from '../kernel/actor.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { grantRequest, refuseRequest } from '../operator/requests/answer-request.ts';
import { makeOperatorStore } from '../people/operators/pg-operators.ts';
import { listRequests } from '../people/operators/pg-requests.ts';
import { toRequestFields } from '../people/operators/request-record.ts';
import type { AllowanceRequest } from '../people/operators/requests.ts';
import { findPerson, type OperatorPorts, withOperatorPorts } from './shared/operator-ports.ts';
import type { Terminal } from './shared/terminal.ts';
import { readArguments, refuseArguments, required, unknownSubverb, wholeNumber } from './shared/usage.ts';

type Verb = (args: string[], terminal: Terminal) => Promise<void>;

const VERBS: Record<string, Verb> = { add, remove, list, requests, grant, refuse, log };

const JSON_OPTION = { type: 'boolean' } as const;
const WHO = 'The person (id or e-mail)';
const SHOWN_ENTRIES = 50;

export async function operatorCommand([verb = '', ...args]: string[], terminal: Terminal): Promise<void> {
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (run === undefined) throw unknownSubverb('operator', verb || undefined, Object.keys(VERBS));
  await run(args, terminal);
}

async function add(args: string[], terminal: Terminal): Promise<void> {
  const who = required(readArguments(args, {}).positionals[0], WHO);
  await withOperatorPorts(terminal, async (ports) => {
    const { id, email } = await findPerson(ports, who);
    const isNew = await makeOperatorStore(ports.database).add(id, ports.now(), OPERATOR);
    terminal.out(`${id}  ${email}  ${isNew ? 'is an operator now' : 'was an operator already'}`);
  });
}

async function remove(args: string[], terminal: Terminal): Promise<void> {
  const who = required(readArguments(args, {}).positionals[0], WHO);
  await withOperatorPorts(terminal, async (ports, { operators }) => {
    const { id, email } = await findPerson(ports, who);
    const store = makeOperatorStore(ports.database);
    const wasAdded = await store.remove(id, ports.now(), OPERATOR);
    if ((await store.list(operators)).some(({ person }) => person.id === id))
      throw new OperatorError({
        en: `${email} is still an operator, because SELLO_OPERATORS names the address. Remove it there, and restart the servers.`,
        es: `${email} sigue siendo operador porque SELLO_OPERATORS incluye su correo. Quítelo de ahí y reinicie los servidores.`,
      });
    terminal.out(`${id} ${email} ${wasAdded ? 'is no longer an operator' : 'was no operator'}`);
  });
}

async function list(args: string[], terminal: Terminal): Promise<void> {
  const isJson = onlyJson(args);
  await withOperatorPorts(terminal, async ({ database }, { operators }) => {
    const found = (await makeOperatorStore(database).list(operators)).map(({ person, by, addedAt }) => ({
      ...person,
      by,
      added_at: addedAt ?? null,
    }));
    if (isJson) terminal.out(JSON.stringify(found, undefined, 1));
    else for (const { id, email, name, by } of found) terminal.out(`${id}  ${email}  "${name}"  ${BY[by]}`);
  });
}

const BY = {
  settings: 'named by SELLO_OPERATORS',
  command: 'added by sello operator add',
  first: 'signed up first',
};

async function requests(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, { all: { type: 'boolean' }, json: JSON_OPTION });
  refuseArguments(positionals);
  await withOperatorPorts(terminal, async ({ database }) => {
    const status = values.all ? {} : { status: 'open' as const };
    const found = await listRequests(database.query, { ...status, limit: 1_000 });
    if (values.json) terminal.out(JSON.stringify(found.map(toRecord), undefined, 1));
    else for (const request of found) print(terminal, request);
  });
}

async function grant(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, {
    certificates: { type: 'string' },
    answer: { type: 'string' },
  });
  const id = required(positionals[0], 'The id of the request');
  const certificates =
    values.certificates === undefined
      ? {}
      : { certificates: wholeNumber(values.certificates, '--certificates') };
  await decide(terminal, (tools) =>
    grantRequest(tools, { id, by: OPERATOR, ...certificates, answer: values.answer }),
  );
}

async function refuse(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, { answer: { type: 'string' } });
  const id = required(positionals[0], 'The id of the request');
  const answer = required(values.answer, '--answer');
  await decide(terminal, (tools) => refuseRequest(tools, { id, by: OPERATOR, answer }));
}

async function decide(
  terminal: Terminal,
  answer: (tools: Parameters<typeof refuseRequest>[0]) => Promise<AllowanceRequest>,
): Promise<void> {
  await withOperatorPorts(terminal, async ({ database, now }: OperatorPorts) => {
    print(terminal, await database.transaction((query) => answer({ query, now })));
  });
}

async function log(args: string[], terminal: Terminal): Promise<void> {
  const isJson = onlyJson(args);
  await withOperatorPorts(terminal, async ({ audit }) => {
    const events = await audit.page(OPERATOR_LOG, SHOWN_ENTRIES, undefined);
    if (isJson) terminal.out(JSON.stringify(events, undefined, 1));
    else
      for (const { at, action, actor, target } of events)
        terminal.out(`${at.toISOString()}  ${actor.name}  ${action}  ${target ?? ''}`.trimEnd());
  });
}

function onlyJson(args: string[]): boolean {
  const { values, positionals } = readArguments(args, { json: JSON_OPTION });
  refuseArguments(positionals);
  return values.json === true;
}

function print(terminal: Terminal, request: AllowanceRequest): void {
  const { id, account, certificates, status, reason } = request;
  terminal.out(
    `${id}  ${account.id} "${account.name}"  ${certificates} certificates  ${status}  "${reason}"`,
  );
}

function toRecord(request: AllowanceRequest) {
  const { id, name } = request.account;
  return { ...toRequestFields(request), account: { id, name }, asked_by: request.askedBy ?? null };
}
