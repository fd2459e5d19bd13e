import type { App } from '../../server/src/http/app.ts';

/** Every route of an app, parsed from the tree that its router prints. */
export function routesOf(app: App): { method: string; url: string }[] {
  const parents: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      // A branch without methods is not a route.
      const [, indent, part, methods] = /^([│├└─ ]*)(\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
      if (indent === undefined || part === undefined) return [];
      const depth = indent.length / 4 - 1;
      parents.length = depth;
      parents[depth] = part;
      const url = parents.join('');
      return methods === undefined ? [] : methods.split(', ').map((method) => ({ method, url }));
    });
}
