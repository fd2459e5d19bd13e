/** How a chain, or the node that speaks for it, failed us: one word for programs, a sentence for the operator. */

export type ChainFailureCode =
  /** No connection, a lost one, or a node that answers with an HTTP error. */
  | 'unreachable'
  | 'timeout'
  /** An answer that cannot be true: not JSON-RPC, a foreign id, values that contradict each other. */
  | 'garbage'
  /** The node understood and refused, for a reason that is none of those below. */
  | 'rpc_error'
  /** The node speaks for another chain than the configured one. */
  | 'wrong_chain'
  | 'insufficient_funds'
  /** The pool wants higher fees, to take the transaction or to let it replace another. */
  | 'underpriced'
  /** What the chain or a replacement costs is above the configured limit. */
  | 'fee_cap'
  /** The node does not have a block that it had before. */
  | 'block_gone';

export class ChainFailure extends Error {
  readonly code: ChainFailureCode;
  /** The node's own number, for `rpc_error` and what is derived from one. */
  readonly rpcCode: number | undefined;

  /** `message` is for logs and `/readyz`; it never holds an address of a node, whose path may be a secret. */
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
