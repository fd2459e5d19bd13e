/** JSON-RPC errors of the embedded chain. */

export class RpcRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcRefusal';
    this.code = code;
  }
}

/** Makes the error that refuses a valid request, with the code that nodes use for it. */
export function refuse(message: string): RpcRefusal {
  return new RpcRefusal(-32000, message);
}

export function invalidParams(message: string): RpcRefusal {
  return new RpcRefusal(-32602, message);
}

export function unknownMethod(method: string): RpcRefusal {
  return new RpcRefusal(-32601, `the method ${method} does not exist/is not available`);
}
