/** Query parameters that an operation does not know are refused: a misspelt filter would silently show everything. */

import type { App } from '../app.ts';

/** Every GET that is added to `app` after this takes the parameters of its schema and no others. */
export function refuseUnknownParameters(app: App): void {
  app.addHook('onRoute', (route) => {
    if (![route.method].flat().includes('GET')) return;
    const known = (route.schema?.querystring ?? { type: 'object', properties: {} }) as object;
    route.schema = { ...route.schema, querystring: { ...known, additionalProperties: false } };
    // Without this a route would be refused before its caller is admitted, and strangers would learn of it.
    route.attachValidation ??= route.config?.scope !== 'open';
  });
}
