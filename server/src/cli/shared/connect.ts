/** The API client of commands that talk to a server. */

import { Sello, SelloError } from '@sello/sdk/source';
import type { Terminal } from './terminal.ts';
import { CommandFailed, required } from './usage.ts';

type Connection = { url: string; key: string };

/** Takes the address and the key from the options, or else from the settings. */
export function readConnection(
  values: { url?: string; key?: string },
  { env }: Pick<Terminal, 'env'>,
): Connection {
  return {
    url: required(values.url ?? env.SELLO_URL, 'The setting SELLO_URL (the address of the server)'),
    key: required(values.key ?? env.SELLO_API_KEY, 'The API key (--key, or the setting SELLO_API_KEY)'),
  };
}

/** Makes the client, which reports each retry through `say`. */
export function connect({ url, key }: Connection, say: (line: string) => void): Sello {
  return new Sello({
    apiKey: key,
    baseUrl: url,
    onRetry: ({ error, pauseMs }) => {
      const why =
        error.status === 0 ? error.message : `the server answered ${error.status}: ${error.message}`;
      say(`${why} — trying again in ${Math.max(1, Math.floor(pauseMs / 1000))} s`);
    },
  });
}

/** If the server refuses, the command fails with the server's message. */
export function asFailure(error: unknown): unknown {
  return error instanceof SelloError ? new CommandFailed(error.message) : error;
}
