/** What a route says of its operation, for doors, hooks and descriptions. */

import type { Declaration } from './operation.ts';
import type { OperationScope, Scope } from './scopes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission that the caller needs. Only declared operations have it. */
    scope?: OperationScope;
    /** A second scope that the operation needs. */
    alsoScope?: Scope;
    /** Allowed while the account is suspended, although it is not a GET. */
    evenSuspended?: true;
  }
}

/** What doors look at before the body is read. */
export function configOf({ scope, alsoScope, evenSuspended, table, isStream }: Declaration) {
  return {
    scope,
    ...(alsoScope !== undefined && { alsoScope }),
    ...(evenSuspended && { evenSuspended }),
    isUpload: table !== undefined || isStream === true,
  };
}
