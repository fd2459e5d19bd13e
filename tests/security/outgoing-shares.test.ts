/** P105: outgoing calls for which callers wait: to a time-stamping provider, and to the receivers of trial events. */

import { randomBytes } from 'node:crypto';
import { SHARED_THINGS } from '../../server/src/kernel/shares/shared-things.ts';
import { openFaultyPsc } from '../harness/faulty-psc.ts';
import { fileForm } from '../harness/multipart.ts';
import { API, openTestSello } from '../harness/test-sello.ts';
import { around, expect } from '../harness/world.ts';

const { budget, timesLeft } = SHARED_THINGS.stamps;
const SHARE = Math.ceil((budget * timesLeft) / (timesLeft + 1));

const test = around(async () => {
  const psc = await openFaultyPsc();
  const sello = await openTestSello({ ...psc.env, SELLO_WEBHOOK_ALLOW: '127.0.0.0/8' });
  return {
    psc,
    sello,
    async close() {
      await sello.close();
      await psc.close();
    },
  };
});

test('P105 many requests of one account to a slow provider leave slots free, and do not make the provider look broken', async ({
  world: { psc, sello },
}) => {
  const [greedy, honest] = [await sello.newAccount(), await sello.newAccount()];
  const certify = (key: string) =>
    sello.call('POST', `${API}/certificates`, { key, ...fileForm(randomBytes(20).toString('hex')) });
  const before = psc.calls;
  const release = psc.hold();
  const crowd = Array.from({ length: 2 * budget }, () => certify(greedy.key));
  await psc.arrived(before + SHARE);
  const own = certify(honest.key);
  await psc.arrived(before + SHARE + 1);
  expect(psc.calls).toBe(before + SHARE + 1);
  release();
  expect((await own).status).toBe(201);
  for (const { status, text } of await Promise.all(crowd)) expect(status, text).toBe(201);
});

test('P105 trial events of one account take few slots, so that another account can send its own', async ({
  world: { psc, sello },
}) => {
  const release = psc.hold();
  // The held provider stands for a receiver that does not answer.
  const url = new URL('/hooks', String(psc.env.SELLO_PSC_URL)).href;
  const trier = async () => {
    const { key } = await sello.newAccount();
    const made = await sello.call('POST', `${API}/webhooks`, { key, payload: { url, events: ['*'] } });
    expect(made.status, made.text).toBe(201);
    return () => sello.call('POST', `${API}/webhooks/${made.body.webhook.id}/test`, { key, payload: {} });
  };
  const [greedy, other] = [await trier(), await trier()];
  const before = psc.calls;
  const waiting = Array.from({ length: SHARED_THINGS.trials.most }, greedy);
  await psc.arrived(before + waiting.length);
  expect(await greedy()).toMatchObject({ status: 429, body: { error: 'rate_limit_exceeded' } });
  const own = other();
  await psc.arrived(before + waiting.length + 1);
  release();
  for (const { status } of await Promise.all([...waiting, own])) expect(status).toBe(200);
});
