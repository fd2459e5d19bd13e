/** The body of the next request on a connection. */

import { randomBytes } from 'node:crypto';

/** Bodies that change are a connection's own; a large one that stays the same is shared by all. */
export function bodyMaker(body: Buffer | undefined, differsAt: number | undefined): () => Buffer | undefined {
  if (body === undefined || differsAt === undefined) return () => body;
  const own = Buffer.from(body);
  return () => {
    own.write(randomBytes(8).toString('hex'), differsAt, 'latin1');
    return own;
  };
}
