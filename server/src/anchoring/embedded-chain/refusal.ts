/** Why the embedded chain does not do what it is asked, as JSON-RPC says it. */

export class RpcRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcRefusal';
    this.code = code;
  }
}

/** A transaction or a question that is understood and not accepted; the number is the one nodes use for it. */
export function refuse(message: string): RpcRefusal {
  return new RpcRefusal(-32000, message);
}

export function invalidParams(message: string): RpcRefusal {
  return new RpcRefusal(-32602, message);
}

export function unknownMethod(method: string): RpcRefusal {
  return new RpcRefusal(-32601, `the method ${method} does not exist/is not available`);
}
