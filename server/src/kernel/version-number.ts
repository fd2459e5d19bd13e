/** The version of the running program. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../..');

export function versionNumber(root = ROOT): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'server/package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '';
}
