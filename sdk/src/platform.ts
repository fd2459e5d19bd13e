/** What Node, Bun and Deno have besides files, and browsers lack; `node.ts` provides it. */

type Environment = Readonly<Record<string, string | undefined>>;

export type Platform = {
  environment(): Environment;
  /** Undefined if this address needs no proxy, or if the platform's own fetch uses the proxy. */
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
