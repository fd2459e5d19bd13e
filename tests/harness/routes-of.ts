import type { App } from '../../server/src/http/app.ts';

/** Every route that an app serves, read from the tree that its router prints. */
export function routesOf(app: App): { method: string; url: string }[] {
  const parents: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      // A branch that is no route of its own has no methods behind it.
      const [, indent, part, methods] = /^([│├└─ ]*)(\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
      if (indent === undefined || part === undefined) return [];
      const depth = indent.length / 4 - 1;
      parents.length = depth;
      parents[depth] = part;
      const url = parents.join('');
      return methods === undefined ? [] : methods.split(', ').map((method) => ({ method, url }));
    });
}
