/** A caller with a key, who records durations and answers while others attack. */

import { randomBytes } from 'node:crypto';
import { fileForm } from './multipart.ts';
import { API } from './test-sello.ts';

export type HonestWork = { p99: number; statuses: Set<number> };

/** One call after the other, alternating between reading and certifying. */
export async function workHonestly(baseUrl: string, key: string, calls: number): Promise<HonestWork> {
  const took: number[] = [];
  const statuses = new Set<number>();
  const headers = { authorization: `Bearer ${key}` };
  for (let call = 0; call < calls; call += 1) {
    const form = fileForm(randomBytes(16));
    const began = performance.now();
    const answer = await fetch(
      `${baseUrl}${API}/certificates`,
      call % 2 === 0
        ? { headers }
        : { method: 'POST', body: form.payload, headers: { ...headers, ...form.headers } },
    );
    await answer.arrayBuffer();
    took.push(performance.now() - began);
    statuses.add(answer.status);
  }
  return { p99: took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0, statuses };
}
