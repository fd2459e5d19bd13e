/** Calls of routes by method and address: what goes in and what comes out, each route's own schema says. */

import { address, type Query, call as send } from './api-client.ts';
import type { Routes } from './api-types.ts';

type Method = keyof Routes;
/** The addresses of routes that give something of this kind. */
type Giving<M extends Method, Kind extends string> = {
  [P in keyof Routes[M]]: Kind extends keyof Routes[M][P] ? P : never;
}[keyof Routes[M]] &
  string;

/** The JSON that a route answers with. */
export type Answer<M extends Method, P extends keyof Routes[M]> = Routes[M][P] extends { answer: infer A }
  ? A
  : never;

type Input<Route> = Pick<Route, Extract<keyof Route, 'params' | 'query' | 'body'>>;
/** Nothing can be said to a route that takes nothing, and nothing need be said to one that demands nothing. */
type Said<Route> = keyof Input<Route> extends never
  ? []
  : Partial<Route> extends Input<Route>
    ? [input?: Input<Route>]
    : [input: Input<Route>];

type AnyInput = { params?: Readonly<Record<string, string>>; query?: Query; body?: object | null };

export function call<M extends Method, P extends Giving<M, 'answer'>>(
  method: M,
  path: P,
  ...said: Said<Routes[M][P]>
): Promise<Answer<M, P>>;
export function call(method: Method, path: string, { params, query, body }: AnyInput = {}): Promise<unknown> {
  return send(method, withParams(path, params), body ?? undefined, query);
}

/** An address for links and images; the session's cookie goes along. */
export function link<P extends Giving<'GET', 'file'>>(path: P, ...said: Said<Routes['GET'][P]>): string;
export function link(path: string, { params, query }: AnyInput = {}): string {
  return address(withParams(path, params), query);
}

function withParams(path: string, params: AnyInput['params'] = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
