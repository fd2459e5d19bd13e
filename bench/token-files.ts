/** What the processes that verify a token read: the token, and the root that it leads to. */

import { createHash } from 'node:crypto';

export const TOKEN_FILES = { tsr: 'token.tsr', root: 'root.der' };

/** What the token stamps. */
export const STAMPED_DIGEST = createHash('sha256').update('a file').digest();
