/** Mifiel's API v1 for constancias as documented: signed requests, JSend errors. */

import { createHmac } from 'node:crypto';
import { json, openPscServer, type PscReply, type PscRequest, type PscServer } from './psc-server.ts';

export const MIFIEL_APP = { id: 'app-id', secret: 'app-secret' };

export type MifielServer = PscServer & {
  url: string;
  account: {
    credits: number;
    /** Number of constancias charged. */
    sold: number;
  };
};

type Constancia = { id: string; hash: string; nom151: string; created_at: string; certificate: string };

export async function openMifielServer(): Promise<MifielServer> {
  const account = { credits: 1_000, sold: 0 };
  const byExternalId = new Map<string, Constancia>();

  const order = async ({ body }: PscRequest, server: PscServer): Promise<PscReply> => {
    const { hash, external_id } = JSON.parse(body);
    if (!/^[0-9a-f]{64}$/.test(hash)) return jsend(422, { hash: ['is invalid'] });
    if (account.credits === 0) return jsend(402, 'Plan expired');
    account.credits -= 1;
    account.sold += 1;
    const constancia = {
      id: `nom151-${account.sold}`,
      hash,
      nom151: Buffer.from(await server.stamp(hash)).toString('base64'),
      created_at: new Date().toISOString(),
      certificate: 'PSC de prueba',
    };
    byExternalId.set(external_id, constancia);
    return json(201, constancia);
  };

  const server = await openPscServer(async (request, own) => {
    if (!isSigned(request)) return jsend(401, 'Invalid signature');
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    if (pathname !== '/api/v1/psc/nom151') return jsend(404, 'Not found');
    if (request.method === 'POST') return order(request, own);
    const found = byExternalId.get(searchParams.get('external_id') ?? '');
    return found === undefined ? jsend(404, 'Not found') : json(200, found);
  });
  return { ...server, url: `${server.origin}/api/v1`, account };
}

/** https://github.com/omniti-labs/jsend: `fail` for errors that the caller can fix, `error` for all others. */
export function jsend(status: number, what: unknown, headers: Record<string, string> = {}): PscReply {
  return status < 500
    ? json(status, { status: 'fail', data: what }, headers)
    : json(status, { status: 'error', message: what }, headers);
}

function isSigned({ method, url, headers }: PscRequest): boolean {
  const date = headers.date ?? '';
  const text = [method, headers['content-type'], headers['content-md5'] ?? '', url, date].join(',');
  const signature = createHmac('sha1', MIFIEL_APP.secret).update(text).digest('base64');
  const isRecent = Math.abs(Date.parse(date) - Date.now()) < 900_000;
  return isRecent && headers.authorization === `APIAuth ${MIFIEL_APP.id}:${signature}`;
}
