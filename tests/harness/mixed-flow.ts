/**
 * Callers who certify, verify, list and check their webhooks at a steady rate. On a busy machine they wait for answers
 * before they send more, because overload would say nothing about the upgrade.
 */

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { API } from './test-sello.ts';

export type MixedFlow = {
  /** Certificates that were answered with 201. */
  acknowledged: { id: string; sha256: string; verificationUrl: string }[];
  /** The number of calls by kind and by answer. */
  answers: Map<string, number>;
  /** Failures that no caller should see: an unexpected answer, or none. */
  surprises: string[];
  slowestMs: number;
  sent: number;
  /** Resolves once this many more were answered. */
  more(count: number): Promise<void>;
  /** Sends no more calls; resolves once all that were sent are answered. */
  stop(): Promise<void>;
};

type Kind = { name: string; wanted: number; call(): Promise<Response> };

const TICK_MS = 10;
const MOST_UNDER_WAY = 32;

export function startMixedFlow(baseUrl: string, key: string, perSecond: number): MixedFlow {
  const flow: MixedFlow = {
    acknowledged: [],
    answers: new Map(),
    surprises: [],
    slowestMs: 0,
    sent: 0,
    more: async () => {},
    stop: async () => {},
  };
  const headers = { authorization: `Bearer ${key}` };
  const get = (path: string) => fetch(`${baseUrl}${path}`, { headers });
  const post = (path: string, body: object) =>
    fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const some = () => flow.acknowledged[flow.sent % flow.acknowledged.length];
  const someHash = () => some()?.sha256 ?? '00'.repeat(32);

  const certify: Kind = {
    name: 'certify',
    wanted: 201,
    async call() {
      const content = Buffer.from(`file ${flow.sent}`);
      const answer = await post(`${API}/certificates`, {
        file_name: 'a.txt',
        file_base64: content.toString('base64'),
      });
      if (answer.status !== 201) return answer;
      const { certificate } = (await answer.clone().json()) as {
        certificate: { id: string; qr_verification_url: string };
      };
      const sha256 = createHash('sha256').update(content).digest('hex');
      flow.acknowledged.push({
        id: certificate.id,
        sha256,
        verificationUrl: certificate.qr_verification_url,
      });
      return answer;
    },
  };
  const kinds: Kind[] = [
    certify,
    { name: 'verify', wanted: 200, call: () => get(`${API}/verify/${someHash()}`) },
    { name: 'list', wanted: 200, call: () => get(`${API}/certificates?limit=20`) },
    certify,
    { name: 'verify many', wanted: 200, call: () => post(`${API}/verify`, { hashes: [someHash()] }) },
    { name: 'webhooks', wanted: 200, call: () => get(`${API}/webhooks`) },
    certify,
    { name: 'read', wanted: 200, call: () => get(`${API}/certificates/${some()?.id}`) },
    { name: 'log', wanted: 200, call: () => get('/log/checkpoint') },
    { name: 'page', wanted: 200, call: () => get(new URL(some()?.verificationUrl ?? baseUrl).pathname) },
  ];

  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1_000);
  const underWay = new Set<Promise<void>>();
  const sendOne = async (kind: Kind) => {
    const began = performance.now();
    const outcome = await kind
      .call()
      .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
      .catch((error) => ({ status: 0, text: `${error} ${error.cause ?? ''}` }));
    flow.slowestMs = Math.max(flow.slowestMs, performance.now() - began);
    const told = `${kind.name} ${outcome.status}`;
    flow.answers.set(told, (flow.answers.get(told) ?? 0) + 1);
    if (outcome.status !== kind.wanted)
      flow.surprises.push(`after ${seconds()} s, ${told}: ${outcome.text.slice(0, 300)}`);
  };
  let isStopping = false;
  const pace = async () => {
    while (!isStopping) {
      // The clock decides how many calls are due, so that a late timer sends more and not fewer.
      const isDue = () => flow.sent < ((performance.now() - began) / 1_000) * perSecond;
      while (isDue() && underWay.size < MOST_UNDER_WAY) {
        // Certifies first, so that the other calls have something to read.
        const kind = flow.acknowledged.length === 0 ? certify : kinds[flow.sent % kinds.length];
        flow.sent += 1;
        const one = sendOne(kind ?? certify);
        underWay.add(one);
        void one.finally(() => underWay.delete(one));
      }
      await sleep(TICK_MS);
    }
  };
  const pacing = pace();
  flow.more = async (count) => {
    const answered = () => flow.sent - underWay.size;
    const wanted = answered() + count;
    while (answered() < wanted) await sleep(TICK_MS);
  };
  flow.stop = async () => {
    isStopping = true;
    await pacing;
    await Promise.all(underWay);
  };
  return flow;
}
