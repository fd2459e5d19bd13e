/** CINCEL's API v3 as documented and as integrators describe it: login, order by hash, fetch when ready. */

import { json, openPscServer, type PscReply, type PscRequest, type PscServer } from './psc-server.ts';

export const CINCEL_LOGIN = 'operator@example.com:secreto';

export type CincelServer = PscServer & {
  url: string;
  account: {
    credits: number;
    /** Number of constancias charged. */
    sold: number;
    logins: number;
    /** How often a new constancia is still being prepared when fetched, and how the answer says so. */
    preparation: { times: number; as: 202 | 'empty 200' | 404 };
  };
  endSessions(): void;
};

export async function openCincelServer(): Promise<CincelServer> {
  const sessions = new Set<string>();
  const orders = new Map<string, { tsr: Uint8Array; notYet: number }>();
  const account: CincelServer['account'] = {
    credits: 1_000,
    sold: 0,
    logins: 0,
    preparation: { times: 0, as: 202 },
  };

  const logIn = ({ headers }: PscRequest): PscReply => {
    const right = `Basic ${Buffer.from(CINCEL_LOGIN).toString('base64')}`;
    if (headers.authorization !== right) return json(401, { statusCode: 401, message: 'Unauthorized' });
    account.logins += 1;
    const token = `eyJhbGciOiJFUzI1NiJ9.${Buffer.from(`session ${account.logins}`).toString('base64url')}.c2ln`;
    sessions.add(token);
    return { status: 200, headers: { 'content-type': 'text/plain' }, body: token };
  };
  const order = async ({ body }: PscRequest, server: PscServer): Promise<PscReply> => {
    const { hash } = JSON.parse(body);
    if (!/^[0-9a-f]{64}$/.test(hash))
      return json(422, { statusCode: 422, message: 'hash must be a SHA-256' });
    // One certificate per hash forever: only a new hash costs a credit.
    if (!orders.has(hash)) {
      if (account.credits === 0) return json(402, { statusCode: 402, message: 'Payment Required' });
      account.credits -= 1;
      account.sold += 1;
      orders.set(hash, { tsr: await server.stamp(hash), notYet: account.preparation.times });
    }
    return json(201, { hash });
  };
  const fetch = (hash: string): PscReply => {
    const known = orders.get(hash);
    if (known === undefined) return json(404, { statusCode: 404, message: 'Not Found' });
    if (known.notYet > 0) {
      known.notYet -= 1;
      const { as } = account.preparation;
      return as === 'empty 200' ? { status: 200 } : json(as, { message: 'in progress' });
    }
    return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: known.tsr };
  };

  const server = await openPscServer(async (request, own) => {
    if (request.url === '/v3/tokens/jwt') return logIn(request);
    if (!sessions.has(request.headers.authorization?.replace('Bearer ', '') ?? '')) {
      return json(401, { statusCode: 401, message: 'Unauthorized' });
    }
    if (request.method === 'POST' && request.url === '/v3/timestamps') return order(request, own);
    const hash = /^\/v3\/timestamps\/([0-9a-f]{64})\.asn1$/.exec(request.url)?.[1];
    return hash === undefined ? json(404, { statusCode: 404 }) : fetch(hash);
  });
  return { ...server, url: `${server.origin}/v3`, account, endSessions: () => sessions.clear() };
}
