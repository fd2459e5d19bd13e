/** The common part of the HTTP servers of embedded services. */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Makes a request listener. An error goes to `onFailure`, and the client gets a bare 500. */
export function plainListener(
  respond: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  onFailure: (error: unknown) => void,
): RequestListener {
  return (request, response) => {
    respond(request, response).catch((error) => {
      onFailure(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };
}

export function refuseInWords(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}
