/** One operation of the second product: declared once, served to API keys and to people in the dashboard. */

import type { Static, TSchema } from 'typebox';
import type { Actor } from '../../audit/ports.ts';
import type { TransactionQuery } from '../../database/pool.ts';
import type { FieldCodes } from '../../http/errors.ts';
import type { Language } from '../../http/language.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { KeyId, NewId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import type { AnyOfScopes, Scope } from '../../keys/scopes.ts';

/** Whoever asks: nothing here asks who they are, only what they may do. */
export type Who = Owner & {
  by: Actor;
  /** Undefined for a person. */
  keyId: KeyId | undefined;
  may(scope: Scope): boolean;
};

/** A body that is not JSON, such as a CSV table. */
export type PostedTable = { type: 'text/csv'; bytes: Uint8Array };

export type Asked<Params = unknown, Query = unknown, Body = unknown> = {
  who: Who;
  params: Params;
  query: Query;
  body: Body;
  /** Set instead of `body` when the caller sent a table. */
  table: PostedTable | undefined;
  language: Language;
  baseUrl: string;
};

export type Answer = {
  status: 200 | 201 | 204;
  body?: unknown;
  /** The path below the API's root of what was made, such as `/members/mem_…`. */
  location?: string;
  /** A file in place of JSON. */
  file?: { type: string; name: string; content: string | Uint8Array };
  /** The answer of a dry run: everything that led to it is rolled back. */
  isDryRun?: boolean;
};

/** What every operation may use. A use case names the part of it that it touches. */
export type Tools = {
  /** In a transaction for a change, on its own for a read. */
  query: TransactionQuery;
  now: Clock;
  newId: NewId;
  randomBytes: RandomBytes;
  serverKeys: ServerKeys;
};

export type Operation = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** As the router writes it: `/programs/:id`. */
  path: string;
  operationId: string;
  scope: AnyOfScopes;
  /** Needed besides, whatever is asked for. */
  alsoScope?: Scope;
  tag: string;
  summary: string;
  description?: string;
  params?: TSchema;
  /** Unknown parameters are refused. */
  query?: TSchema;
  body?: TSchema;
  /** Fields of the body whose shape is refused with a code of their own. */
  codes?: FieldCodes;
  /** Takes a CSV table too, and bodies of this many bytes; refused with this code above. */
  table?: { maxBytes: number; example: string };
  answers: { [status: number]: TSchema };
  /** Statuses of refusals besides those that every operation may give. */
  refusals: readonly number[];
  run(tools: Tools, asked: Asked): Promise<Answer>;
};

type Typed<P extends TSchema, Q extends TSchema, B extends TSchema> = Omit<
  Operation,
  'params' | 'query' | 'body' | 'run'
> & {
  params?: P;
  query?: Q;
  body?: B;
  run(tools: Tools, asked: Asked<Static<P>, Static<Q>, Static<B>>): Promise<Answer>;
};

/** Declares an operation; its handler is given what its schemas have proved. */
export function operation<P extends TSchema, Q extends TSchema, B extends TSchema>(
  declared: Typed<P, Q, B>,
): Operation {
  return {
    ...declared,
    run: (tools, asked) => declared.run(tools, asked as Asked<Static<P>, Static<Q>, Static<B>>),
  };
}
