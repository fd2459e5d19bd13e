/** The closed-loop load generator: plain sockets, the cheapest client in Node. */

import './end-with-parent.ts';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { answerReader } from './answer-reader.ts';
import { bodyMaker } from './body-maker.ts';
import type { LoadPlan, LoadResult } from './load.ts';

process.on('message', async (plan: LoadPlan) => {
  try {
    process.send?.(await run(plan));
  } catch (error) {
    process.send?.({ problem: String(error) });
  }
});

async function run(plan: LoadPlan): Promise<LoadResult> {
  const heads = plan.heads.map((head) => Buffer.from(head, 'latin1'));
  const body = plan.bodyFile === undefined ? undefined : readFileSync(plan.bodyFile);
  const latenciesMs: number[] = [];
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  let sent = 0;
  const takeTurn = (): Buffer | undefined => {
    const isOver =
      'ms' in plan.until ? performance.now() - startedAt >= plan.until.ms : sent >= plan.until.requests;
    return isOver ? undefined : heads[sent++ % heads.length];
  };
  const lanes = Array.from({ length: plan.connections }, () =>
    runLane(plan, takeTurn, bodyMaker(body, plan.differsAt), latenciesMs),
  );
  await Promise.all(lanes);
  const wallMs = performance.now() - startedAt;
  const cpu = process.cpuUsage(cpuBefore);
  latenciesMs.sort((a, b) => a - b);
  const percentile = (share: number) => latenciesMs[Math.floor(share * (latenciesMs.length - 1))] ?? 0;
  return {
    requests: latenciesMs.length,
    wallMs,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    clientCpuMs: (cpu.user + cpu.system) / 1000,
  };
}

/** One connection, from opening until there is nothing more to send. */
function runLane(
  { port, thenHead }: LoadPlan,
  takeTurn: () => Buffer | undefined,
  nextBody: () => Buffer | undefined,
  latenciesMs: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let isHalfWay = false;
    const send = () => {
      const head = takeTurn();
      if (head === undefined) {
        resolve();
        socket.destroy();
        return;
      }
      sentAt = performance.now();
      isHalfWay = thenHead !== undefined;
      write(head, isHalfWay ? undefined : nextBody());
    };
    const write = (head: Buffer, body: Buffer | undefined) => {
      socket.cork();
      socket.write(head);
      if (body !== undefined) socket.write(body);
      socket.uncork();
    };
    const read = answerReader((status, answer) => {
      if (status < 200 || status > 299) {
        reject(new Error(`The server answered ${answer.toString('utf8', 0, 600)}`));
        socket.destroy();
        return;
      }
      if (isHalfWay && thenHead !== undefined) {
        isHalfWay = false;
        write(Buffer.from(thenHead.replace('{location}', pathIn(answer)), 'latin1'), nextBody());
        return;
      }
      latenciesMs.push(performance.now() - sentAt);
      send();
    });
    socket.on('connect', send).on('data', read);
    socket.on('error', reject).on('close', () => reject(new Error('The server closed the connection')));
  });
}

function pathIn(answer: Buffer): string {
  const [, location] = /\r\nlocation: (\S+)/i.exec(answer.toString('latin1')) ?? [];
  if (location === undefined) throw new Error('An answer without a Location');
  return new URL(location, 'http://127.0.0.1').pathname;
}
