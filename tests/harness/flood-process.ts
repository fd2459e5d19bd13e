/** A process that floods a server until its parent process tells it to stop. */

import { setPriority } from 'node:os';
import { type Attacker, Caller, FLOODS, type FloodedThing } from './share-floods.ts';

export type FloodOrder = { thing: FloodedThing; attacker: Attacker };
export type FloodReport = { statuses: Record<string, number> };

// A real attacker has its own machine, so this process must not take processor time from the server.
setPriority(10);

async function flood({ thing, attacker }: FloodOrder): Promise<void> {
  const { atOnce, shoot, end } = await FLOODS[thing](new Caller(attacker));
  const statuses: Record<string, number> = {};
  let number = 0;
  let isOver = false;
  const shootOn = async () => {
    while (!isOver) {
      const status = await shoot(number++).catch((error) => String(error.code ?? error.message));
      statuses[status] = (statuses[status] ?? 0) + 1;
      // After a refusal it waits, because the shares that it holds stay in use anyway.
      if (status === 429 || status === 503) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  process.once('message', () => {
    isOver = true;
    end?.();
    process.send?.({ statuses } satisfies FloodReport, () => process.exit());
  });
  process.send?.('ready');
  await Promise.all(Array.from({ length: atOnce }, shootOn));
}

process.once('message', (order) => void flood(order as FloodOrder));
