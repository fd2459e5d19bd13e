/** The body of the next request on a connection. */

import { randomBytes } from 'node:crypto';

/** A body that changes is copied per connection; a constant one, often large, is shared by all. */
export function bodyMaker(body: Buffer | undefined, differsAt: number | undefined): () => Buffer | undefined {
  if (body === undefined || differsAt === undefined) return () => body;
  const own = Buffer.from(body);
  return () => {
    own.write(randomBytes(8).toString('hex'), differsAt, 'latin1');
    return own;
  };
}
