/** Input of the processes that verify a token: the token and its root. */

import { createHash } from 'node:crypto';

export const TOKEN_FILES = { tsr: 'token.tsr', root: 'root.der' };

/** The stamped digest. */
export const STAMPED_DIGEST = createHash('sha256').update('a file').digest();
