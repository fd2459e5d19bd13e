/** The open-loop load generator. Connections are opened in advance; requests queue if none is free. */

import './end-with-parent.ts';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { answerReader } from './answer-reader.ts';
import { poissonArrivals, seededRandom } from './arrivals.ts';
import { bodyMaker } from './body-maker.ts';
import type { OpenPlan, OpenResult, RequestKind } from './open-load.ts';

const CONNECTIONS = 64;
/** How long to wait for pending answers after the run. */
const DRAIN_MS = 10_000;

process.on('message', async (plan: OpenPlan) => {
  try {
    process.send?.(await run(plan));
  } catch (error) {
    process.send?.({ problem: String(error) });
  }
});

type Arrival = { atMs: number; kind: number };
type Lane = { send(arrival: Arrival): void; close(): void };

async function run(plan: OpenPlan): Promise<OpenResult> {
  const arrivals = arrivalsOf(plan);
  const tally = { latenciesMs: [] as number[], refused: 0, firstRefusal: undefined as string | undefined };
  const idle: Lane[] = [];
  let next = 0;
  let startedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let fail: (error: Error) => void = () => {};
  let finish: () => void = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });

  /** Arrivals are sent in order, so the queue is everything between `next` and now. */
  const pump = () => {
    clearTimeout(timer);
    const nowMs = performance.now() - startedAt;
    for (let lane = idle[0]; lane !== undefined; lane = idle[0]) {
      const arrival = arrivals[next];
      if (arrival === undefined || arrival.atMs > nowMs) break;
      next += 1;
      // Takes the connection that was idle longest, so that all connections and the processes behind them are used
      // equally.
      idle.shift();
      lane.send(arrival);
    }
    if (nowMs >= plan.lengthMs) return finish();
    const wakeMs = idle.length === 0 ? plan.lengthMs : (arrivals[next]?.atMs ?? plan.lengthMs);
    timer = setTimeout(pump, Math.max(1, Math.min(wakeMs, plan.lengthMs) - nowMs));
  };
  const onAnswer = (lane: Lane, arrival: Arrival, status: number, answer: Buffer) => {
    tally.latenciesMs.push(performance.now() - startedAt - arrival.atMs);
    if (status < 200 || status > 299) {
      tally.refused += 1;
      tally.firstRefusal ??= answer.toString('utf8', 0, 600);
    }
    idle.push(lane);
    pump();
  };

  const makers = plan.kinds.map(requestMaker);
  const lanes = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => openLane(plan.port, makers, onAnswer, (error) => fail(error))),
  );
  idle.push(...lanes);
  const cpuBefore = process.cpuUsage();
  startedAt = performance.now();
  pump();
  await ended;
  const cpu = process.cpuUsage(cpuBefore);
  clearTimeout(timer);
  const answeredInTime = tally.latenciesMs.length;
  // Queued requests are not sent any more, but their waiting time counts.
  const inLine = arrivals.slice(next);
  next = arrivals.length;
  await untilIdle(idle, lanes.length);
  for (const lane of lanes) lane.close();
  const allMs = [...tally.latenciesMs, ...inLine.map(({ atMs }) => plan.lengthMs - atMs)].sort(
    (a, b) => a - b,
  );
  const percentile = (share: number) => allMs[Math.floor(share * (allMs.length - 1))] ?? 0;
  return {
    offered: arrivals.length,
    answered: answeredInTime,
    refused: tally.refused,
    firstRefusal: tally.firstRefusal,
    backlog: arrivals.length - answeredInTime,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    clientCpuMs: (cpu.user + cpu.system) / 1000,
  };
}

function arrivalsOf({ perSecond, lengthMs, seed, kinds }: OpenPlan): Arrival[] {
  const random = seededRandom(seed);
  let shares = 0;
  const upTo = kinds.map(({ share }) => (shares += share));
  return poissonArrivals(perSecond, lengthMs, random).map((atMs) => {
    const lot = random() * shares;
    return { atMs, kind: upTo.findIndex((end) => lot < end) };
  });
}

type Request = { head: Buffer; body: Buffer | undefined };

/** All connections take heads in turn; a body that changes is copied for each connection. */
function requestMaker({ heads, bodyFile, differsAt }: RequestKind): () => () => Request {
  const bytes = heads.map((head) => Buffer.from(head, 'latin1'));
  const body = bodyFile === undefined ? undefined : readFileSync(bodyFile);
  let turn = 0;
  return () => {
    const nextBody = bodyMaker(body, differsAt);
    return () => ({ head: bytes[turn++ % bytes.length] as Buffer, body: nextBody() });
  };
}

async function openLane(
  port: number,
  makers: readonly (() => () => Request)[],
  onAnswer: (lane: Lane, arrival: Arrival, status: number, answer: Buffer) => void,
  onFailure: (error: Error) => void,
): Promise<Lane> {
  const requests = makers.map((make) => make());
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let current: Arrival | undefined;
  const lane: Lane = {
    send(arrival) {
      current = arrival;
      const request = requests[arrival.kind]?.();
      if (request !== undefined) write(socket, request);
    },
    close() {
      socket.removeAllListeners('close').destroy();
    },
  };
  const read = answerReader((status, answer) => {
    const arrival = current;
    current = undefined;
    if (arrival !== undefined) onAnswer(lane, arrival, status, answer);
  });
  socket.on('data', read).on('error', onFailure);
  socket.on('close', () => onFailure(new Error('The server closed a connection')));
  return lane;
}

function write(socket: Socket, { head, body }: Request): void {
  socket.cork();
  socket.write(head);
  if (body !== undefined) socket.write(body);
  socket.uncork();
}

async function untilIdle(idle: readonly Lane[], all: number): Promise<void> {
  const deadline = performance.now() + DRAIN_MS;
  while (idle.length < all) {
    if (performance.now() > deadline) throw new Error('The server left requests without an answer');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
