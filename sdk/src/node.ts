/** The package for platforms with files: Node, Bun, Deno. */

import { provideFiles } from './files.ts';
import { nodeFiles } from './node-files.ts';
import { nodeProxyFetch } from './node-proxy.ts';
import { providePlatform } from './platform.ts';

provideFiles(nodeFiles);
// biome-ignore lint/style/noProcessEnv: the only place that reads it.
providePlatform({ environment: () => process.env, proxyFetch: nodeProxyFetch });

export * from './index.ts';
