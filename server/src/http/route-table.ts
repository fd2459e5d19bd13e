/** Remembers which methods each address has, to tell 405 from 404. */

import type { App } from './app.ts';

/** Call this before any route is added. It returns a function that gives the methods of an address, for `Allow`. */
export function watchRoutes(app: App): (url: string) => string[] {
  const table: { pattern: RegExp; method: string }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`);
    for (const one of [method].flat()) table.push({ pattern, method: one });
  });
  return (url) => {
    const path = url.split('?', 1)[0] ?? '';
    return [
      ...new Set(table.filter((route) => route.pattern.test(path)).map((route) => route.method)),
    ].sort();
  };
}
