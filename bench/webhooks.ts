/** What webhooks cost while certifying, and how many events a core delivers. */

import { setTimeout as sleep } from 'node:timers/promises';
import { readCpuMs } from './cpu-time.ts';
import type { LoadPlan } from './load.ts';
import { count, describeRate, type Row, ratioRow } from './results.ts';
import { compare, measure, type Sample, spreadOf } from './rounds.ts';
import type { SelloProcess } from './sello-process.ts';
import type { Rival, Stage } from './stage.ts';
import { uploadHead } from './upload.ts';
import { writeMultipartBody } from './upload-bodies.ts';

const ENDPOINTS = 10;
const DRAIN_MS = 4_000;

export async function measureWebhooks(stage: Stage): Promise<Row[]> {
  const { bodyFile, headers, fileAt } = await writeMultipartBody(stage.folder, 10_000);
  const settings = { SELLO_WEBHOOK_ALLOW: '127.0.0.0/8' };
  return stage.withSello(
    (sello) =>
      stage.withRival('bare-receiver.ts', {}, async (receiver) => {
        const plan: LoadPlan = {
          port: sello.port,
          connections: 16,
          until: { ms: stage.isQuick ? 2_000 : 4_000 },
          heads: [uploadHead(sello, headers)],
          bodyFile,
          differsAt: fileAt,
        };
        await stage.load.run({ ...plan, until: { requests: stage.isQuick ? 2_000 : 20_000 } });
        return rowsOf(await runRounds(stage, sello, receiver, plan));
      }),
    settings,
  );
}

type Rounds = { without: Sample[]; withHooks: Sample[]; perCoreSecond: number[]; perSecond: number[] };

/** By turns on one server. Endpoints are deleted after each round, so that none of their backlog is sent in the next. */
async function runRounds(
  stage: Stage,
  sello: SelloProcess,
  receiver: Rival,
  plan: LoadPlan,
): Promise<Rounds> {
  const rounds: Rounds = { without: [], withHooks: [], perCoreSecond: [], perSecond: [] };
  const side = { pid: sello.pid, postmasterPid: sello.postmasterPid, plan };
  for (let round = 0; round < stage.rounds; round += 1) {
    rounds.without.push(await measure(stage.load, side));
    const ids = await makeEndpoints(sello, receiver);
    rounds.withHooks.push(await measure(stage.load, side));
    const { perCoreSecond, perSecond } = await drain(sello, receiver);
    rounds.perCoreSecond.push(perCoreSecond);
    rounds.perSecond.push(perSecond);
    for (const id of ids) await ask(sello, 'DELETE', `/webhooks/${id}`);
  }
  return rounds;
}

async function makeEndpoints(sello: SelloProcess, { port }: Rival): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < ENDPOINTS; n += 1) {
    const url = `http://127.0.0.1:${port}/${n}`;
    const made = await ask(sello, 'POST', '/webhooks', { url, events: ['certificate.created'] });
    ids.push((made as { webhook: { id: string } }).webhook.id);
  }
  return ids;
}

/** What sending events costs the server's process while no requests come in. */
async function drain({ pid }: SelloProcess, receiver: Rival) {
  await sleep(1_500);
  const [cpuMs, taken, at] = [await readCpuMs(pid), await takenBy(receiver), performance.now()];
  await sleep(DRAIN_MS);
  const events = (await takenBy(receiver)) - taken;
  return {
    perCoreSecond: events / (((await readCpuMs(pid)) - cpuMs) / 1000),
    perSecond: events / ((performance.now() - at) / 1000),
  };
}

async function takenBy({ port }: Rival): Promise<number> {
  return Number(await (await fetch(`http://127.0.0.1:${port}/`)).text());
}

async function ask({ port, key }: SelloProcess, method: string, path: string, body?: object) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/public/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.status === 204 ? {} : answer.json();
}

function rowsOf({ without, withHooks, perCoreSecond, perSecond }: Rounds): Row[] {
  const events = spreadOf(perCoreSecond);
  return [
    ratioRow(
      `certify 10 KB, 16 connections, with ${ENDPOINTS} webhooks subscribed, against none: certificates per second`,
      describeRate(withHooks),
      describeRate(without),
      compare(withHooks, without, ({ perSecond: rate }) => rate),
      { atLeast: 0.95 },
    ),
    {
      what: `events delivered to a local receiver, per core-second of the server's process`,
      sello: `${count(spreadOf(perSecond).median)}/s on the wall`,
      rival: '',
      value: `${count(events.median)} (${count(events.low)}–${count(events.high)})`,
      target: '≥ 3,000',
      outcome: events.median >= 3_000 ? 'pass' : 'MISS',
    },
  ];
}
