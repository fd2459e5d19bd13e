/** The package for platforms with files: Node, Bun, Deno. */

import { provideFiles } from './files.ts';
import { nodeFiles } from './node-files.ts';

provideFiles(nodeFiles);

export * from './index.ts';
