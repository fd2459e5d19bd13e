/** As much of the foreign verifiers as the tests call; these packages have no types of their own. */

declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: object });
  }
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object;
}

declare module '@digitalbazaar/vc' {
  type StatusResult = { results?: { status?: boolean }[] };
  export function verifyCredential(options: {
    credential: object;
    suite: object;
    documentLoader: (url: string) => Promise<object>;
    checkStatus: object;
  }): Promise<{ verified: boolean; statusResult?: StatusResult }>;
}

declare module '@digitalbazaar/vc-bitstring-status-list' {
  export const checkStatus: object;
}
