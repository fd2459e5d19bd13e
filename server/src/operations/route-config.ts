/** What a route declares about its operation, for doors, hooks and descriptions. */

import type { Declaration, RefusalForm } from './operation.ts';
import type { OperationScope, Scope } from './scopes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that the caller needs. Only declared operations have it. */
    scope?: OperationScope;
    /** A second scope that the operation needs. */
    alsoScope?: Scope;
    /** Allowed while the account is suspended, although it is not a GET. */
    evenSuspended?: true;
    acceptsBasic?: true;
    refusalForm?: RefusalForm;
  }
}

/** The facts that doors need before the body is read. */
export function configOf(declared: Declaration) {
  const { scope, alsoScope, evenSuspended, acceptsBasic, refusalForm, table, isStream } = declared;
  return {
    scope,
    ...(alsoScope !== undefined && { alsoScope }),
    ...(evenSuspended && { evenSuspended }),
    ...(acceptsBasic && { acceptsBasic }),
    ...(refusalForm !== undefined && { refusalForm }),
    isUpload: table !== undefined || isStream === true,
  };
}
