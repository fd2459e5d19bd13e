/** What Node, Bun and Deno have and browsers have not, besides files: `node.ts` brings it. */

type Environment = Readonly<Record<string, string | undefined>>;

export type Platform = {
  environment(): Environment;
  /** Undefined if no proxy is to be asked for this address, or the platform's own fetch asks it. */
  proxyFetch(address: string, proxy: string | undefined): typeof fetch | undefined;
};

let platform: Platform | undefined;

export function providePlatform(provided: Platform): void {
  platform = provided;
}

export function environment(): Environment {
  return platform?.environment() ?? {};
}

export function proxyFetch(address: string, proxy: string | undefined): typeof fetch | undefined {
  return platform?.proxyFetch(address, proxy);
}
