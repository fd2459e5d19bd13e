import { once } from 'node:events';
import { createServer } from 'node:net';
import { OperatorError } from '../kernel/operator-error.ts';

/** A port that is taken is for the operator to mend, with the `setting` that names it; anything else passes through. */
export function asListenError(error: unknown, port: number | string, setting: string): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return error;
  return new OperatorError(
    {
      en: `Port ${port} is taken by another program. Stop that one, or choose another with ${setting}=….`,
      es: `El puerto ${port} lo ocupa otro programa. Deténgalo o elija otro con ${setting}=….`,
    },
    { cause: error },
  );
}

/** Asked once before a group starts: each of its members would find out, and say so, by itself. */
export async function assertPortFree({ port, host }: { port: number; host: string }): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen(port, host), 'listening');
  } catch (error) {
    throw asListenError(error, port, 'PORT');
  }
  await once(probe.close(), 'close');
}
