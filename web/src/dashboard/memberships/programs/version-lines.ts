/** Rules as lines of path and value; what stands in lists goes by its code, so that moving it changes nothing. */

import type { Program } from '../../api.ts';

export function linesOf({ rules, checklist }: Pick<Program, 'rules' | 'checklist'>): Map<string, string> {
  const lines = new Map<string, string>();
  walk({ ...rules, checklist }, '', lines);
  return lines;
}

function walk(value: unknown, path: string, lines: Map<string, string>): void {
  if (Array.isArray(value)) {
    const isCoded = value.every((item) => typeof item === 'object' && item !== null && 'code' in item);
    if (isCoded) for (const { code, ...rest } of value) walk(rest, `${path}.${code}`, lines);
    else lines.set(path, value.join(', ') || '—');
    return;
  }
  if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value))
      walk(inner, path === '' ? name : `${path}.${name}`, lines);
    return;
  }
  lines.set(path, value === null || value === undefined ? '—' : String(value));
}
