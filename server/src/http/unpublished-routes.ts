/** The error answers of routes that are not published: those of the dashboard and of a member's own page. */

import type { RouteOptions } from 'fastify';
import { refusals } from './schema.ts';

/** Adds answers to the documented ones of a route. */
export function mayAnswer(route: RouteOptions, answers: object): void {
  route.schema = { ...route.schema, response: Object.assign({}, answers, route.schema?.response) };
}

/** Refusals that any such route may give. */
export function usualRefusals({ method, schema }: RouteOptions): object {
  const isChange = method !== 'GET' && method !== 'HEAD';
  return {
    ...refusals(400, 414, 500, 503),
    ...(isChange && refusals(403, 413, 415)),
    ...((schema?.body !== undefined || schema?.querystring !== undefined) && refusals(422)),
  };
}
