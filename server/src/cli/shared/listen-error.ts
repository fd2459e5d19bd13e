import { once } from 'node:events';
import { createServer } from 'node:net';
import { OperatorError } from '../../kernel/operator-error.ts';

/** Turns "port in use" into an error that names the setting to change. Any other error is returned unchanged. */
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

/** Checks once before a group of processes starts, because otherwise each of them would fail and report it. */
export async function assertPortFree({ port, host }: { port: number; host: string }): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen(port, host), 'listening');
  } catch (error) {
    throw asListenError(error, port, 'PORT');
  }
  await once(probe.close(), 'close');
}
