/** Webhooks for tests: a Sello that may send to loopback, and rounds of its dispatcher instead of a clock. */

import { Webhook } from 'standardwebhooks';
import type { Environment } from '../../server/src/settings.ts';
import { openDispatcher } from '../../server/src/webhooks/delivery/open-dispatcher.ts';
import { oldestDue } from '../../server/src/webhooks/delivery/pg-claims.ts';
import type { Received } from './receiver.ts';
import { API, openTestSello, type TestAnswer, type TestSello } from './test-sello.ts';

export type HookedSello = TestSello & {
  /** Delivers until nothing is due. */
  deliver(): Promise<void>;
  /** One round that does not wait for receivers. */
  round(): Promise<void>;
  settled(): Promise<void>;
  /** Makes a webhook and returns its record with the secret. */
  hook(key: string, url: string, events?: string[], more?: object): Promise<TestAnswer['body']>;
};

export async function openHookedSello(env: Environment = {}): Promise<HookedSello> {
  return hooked(await openTestSello({ SELLO_WEBHOOK_ALLOW: '127.0.0.0/8', ...env }));
}

/** A Sello with the webhook dispatcher of one process. */
export function hooked(sello: TestSello): HookedSello {
  const dispatcher = openDispatcher(sello.config, sello.ports, { count: () => {} });
  const deliver = async () => {
    for (;;) {
      await dispatcher.round();
      await dispatcher.settled();
      const due = await oldestDue(sello.ports.records);
      if (due === undefined || due > sello.ports.now()) return;
    }
  };
  return {
    ...sello,
    deliver,
    round: () => dispatcher.round(),
    settled: () => dispatcher.settled(),
    async hook(key, url, events = ['*'], more = {}) {
      const answer = await sello.call('POST', `${API}/webhooks`, { key, payload: { url, events, ...more } });
      if (answer.status !== 201) throw new Error(`no webhook: ${answer.status} ${answer.text}`);
      return answer.body.webhook;
    },
  };
}

/** Throws unless the foreign library accepts the signature. */
export function verify(secret: string, { headers, text }: Received): unknown {
  return new Webhook(secret).verify(text, headers as Record<string, string>);
}
