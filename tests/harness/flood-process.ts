/** A process that floods a server until the one that started it says stop. */

import { setPriority } from 'node:os';
import { type Attacker, Caller, FLOODS, type FloodedThing } from './share-floods.ts';

export type FloodOrder = { thing: FloodedThing; attacker: Attacker };
export type FloodReport = { statuses: Record<string, number> };

// An attacker has a machine of its own: it must not take the processor from the server.
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
      // After a refusal it waits: the shares that it holds stay in use.
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
