/** Failures of a chain or its node: a code for programs, a sentence for the operator. */

export type ChainFailureCode =
  /** No connection, a lost connection, or an HTTP error. */
  | 'unreachable'
  | 'timeout'
  /** An answer that cannot be true: not JSON-RPC, a foreign id, values that contradict each other. */
  | 'garbage'
  /** The node refused for a reason that no other code here names. */
  | 'rpc_error'
  /** The node serves another chain than the configured one. */
  | 'wrong_chain'
  | 'insufficient_funds'
  /** The node's pool demands higher fees, to accept the transaction or to let it replace another. */
  | 'underpriced'
  /** The fee that the chain or a replacement demands is above the configured limit. */
  | 'fee_cap'
  /** The node no longer has a block that it had before. */
  | 'block_gone'
  /** Our account has anchored a root that this database has not signed: the database may have been rolled back. */
  | 'later_anchors';

export class ChainFailure extends Error {
  readonly code: ChainFailureCode;
  /** The node's JSON-RPC error code, for `rpc_error` and failures derived from it. */
  readonly rpcCode: number | undefined;

  /** `message` is for logs and `/readyz`; it never contains a node's address, whose path may be a secret. */
  constructor(
    code: ChainFailureCode,
    message: string,
    options: { cause?: unknown; rpcCode?: number | undefined } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ChainFailure';
    this.code = code;
    this.rpcCode = options.rpcCode;
  }
}
