/** The clients that the build packed, each an archive that npm or pip installs from its address. */

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export type ClientPackage = {
  name: string;
  language: 'javascript' | 'python';
  type: string;
  bytes: Buffer;
  sha256: string;
};

const KINDS = {
  '.tgz': { language: 'javascript', type: 'application/gzip' },
  '.whl': { language: 'python', type: 'application/octet-stream' },
} as const;

/** The packages. Empty if nothing was built, because the API works without them. */
export async function openClientPackages(folder: string): Promise<ClientPackage[]> {
  const place = path.join(folder, 'clients');
  const names = await readdir(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  const packages = names.toSorted().map(async (name) => {
    const kind = Object.entries(KINDS).find(([extension]) => name.endsWith(extension))?.[1];
    if (kind === undefined) return [];
    const bytes = await readFile(path.join(place, name));
    return [{ name, ...kind, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }];
  });
  return (await Promise.all(packages)).flat();
}

/** The line that installs the package from this server. */
export function installLine({ name, language }: ClientPackage, baseUrl: string): string {
  return `${language === 'javascript' ? 'npm' : 'pip'} install ${baseUrl}/sdk/${name}`;
}
