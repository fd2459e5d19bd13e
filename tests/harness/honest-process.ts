/** A process that works with a key while others attack, and says how long each of its calls took. */

import { randomBytes } from 'node:crypto';
import { fileForm } from './multipart.ts';
import { type Attacker, Caller, HONEST_CALLS, type HonestCall, type HonestReport } from './share-floods.ts';

export type HonestOrder = { caller: Attacker; rounds: number };

const API = '/api/public/v1';

function callsOf(caller: Caller): Record<HonestCall, () => Promise<{ status: number; text: string }>> {
  return {
    certify() {
      const { headers, payload } = fileForm(randomBytes(20));
      const type = String(headers['content-type']);
      return caller.send(`${API}/certificates`, { method: 'POST', type, body: Buffer.from(payload) });
    },
    list: () => caller.send(`${API}/certificates`),
    verify: () => caller.send(`${API}/verify/${randomBytes(32).toString('hex')}`),
    member: () => caller.post('/members', { given_name: 'Eva', first_surname: 'Sol' }),
    webhook: () => caller.post('/webhooks', { url: 'https://example.com/hooks', events: ['*'] }),
  };
}

async function work({ caller: who, rounds }: HonestOrder): Promise<HonestReport> {
  const caller = new Caller(who);
  const calls = callsOf(caller);
  const took = Object.fromEntries(HONEST_CALLS.map((name) => [name, []])) as unknown as HonestReport['took'];
  const failures: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const name of HONEST_CALLS) {
      const began = performance.now();
      const { status, text } = await calls[name]();
      took[name].push(performance.now() - began);
      if (status >= 300) failures.push(`${name}: ${status} ${text}`);
      // Deleted at once: the account would soon have as many webhooks as it may.
      else if (name === 'webhook')
        await caller.send(`${API}/webhooks/${JSON.parse(text).webhook.id}`, { method: 'DELETE' });
    }
  }
  return { took, failures };
}

process.on('message', async (order) => {
  process.send?.(await work(order as HonestOrder));
});
