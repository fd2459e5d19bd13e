/** Defines an operation of the API. It is declared once and served at every door that may use it. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Database, Query } from '../database/pool.ts';
import type { Refusable } from '../http/error-responses.ts';
import type { FieldCodes } from '../http/errors.ts';
import type { Language } from '../http/language.ts';
import { XLSX_TYPE } from '../http/workbook.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Clock } from '../kernel/clock.ts';
import type { AppError, ErrorCode, Text } from '../kernel/errors.ts';
import type { KeyId, NewId } from '../kernel/ids.ts';
import type { Owner } from '../kernel/owner.ts';
import type { RandomBytes } from '../kernel/random-pool.ts';
import type { ServerKeys } from '../kernel/server-keys.ts';
import type { AccountRead } from './account-read.ts';
import type { OperationScope, Scope } from './scopes.ts';

/** The caller: its account, its permissions, and its name in the audit log. */
export type Who = Owner & {
  by: Actor;
  /** Undefined for people and members. */
  keyId: KeyId | undefined;
  /** The role of a person in the account. */
  role?: string | undefined;
  /** The person or key that made the link with which a member entered. */
  enteredBy?: string | undefined;
  may(scope: Scope): boolean;
};

/** The caller as the door admitted it; the visitors' door admits anybody, without an account. */
export type Admitted = Who | undefined;

/** A body that is not JSON: a CSV table or a workbook. */
export type PostedTable = { type: TableType; bytes: Uint8Array };

export const TABLE_TYPES = ['text/csv', XLSX_TYPE] as const;

type TableType = (typeof TABLE_TYPES)[number];

export type Asked<Params = unknown, Query = unknown, Body = unknown, W extends Admitted = Who> = {
  who: W;
  params: Params;
  query: Query;
  body: Body;
  /** Set instead of `body` when the caller sent a table. */
  table: PostedTable | undefined;
  language: Language;
  baseUrl: string;
  /** The same for every retry with an Idempotency-Key; undefined without one. */
  once: Uint8Array | undefined;
  /** Live certificates that the account may still make, if the door knows it. */
  certificatesLeft: number | undefined;
  /** For cookies, origins and streamed bodies; use the fields above for everything else. */
  request: FastifyRequest;
  reply: FastifyReply;
};

export type Answer = {
  status: 200 | 201 | 202 | 204;
  body?: unknown;
  /** The JSON text of the body, if it exists already. It is sent instead of `body`. */
  text?: string;
  /** The version of the answer: a caller that has it gets a 304. */
  etag?: string;
  headers?: Record<string, string | string[]>;
  /** The path of the new record below the API's root, such as `/members/mem_…`. */
  location?: string;
  /** A file instead of JSON. With a name it is downloaded, without one it is shown. */
  file?: { type: string; name?: string; content: string | Uint8Array };
  /** Runs in the background once the change is stored, but not for a replay: for example, mails about the change. */
  afterwards?(): unknown;
  /** The answer of a dry run: everything that led to it is rolled back. */
  isDryRun?: boolean;
};

/** What an operation in a transaction may use. Each use case declares the parts it needs. */
export type Tools = {
  /** Queries run in a transaction for a change, and on their own for a read. */
  query: Query;
  now: Clock;
  newId: NewId;
  randomBytes: RandomBytes;
  serverKeys: ServerKeys;
  /** `SELLO_MAX_POSTED_BYTES`. */
  maxPostedBytes: number;
};

/** The tools that are available outside a transaction, for long-running work. */
export type Outside = Omit<Tools, 'query' | 'maxPostedBytes'> & {
  records: Pick<Database, 'query' | 'transaction'>;
};

/** Refusals for conflicts at unique indexes, by the name of the index. */
export type Conflicts = Readonly<Record<string, [code: ErrorCode, text: Text]>>;

/**
 * The form of a refusal, where a protocol requires something other than JSON. `message` is in the caller's language.
 */
export type RefusalForm = (error: AppError, message: string) => { type: string; content: Uint8Array };

export type Declaration = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path as the router writes it: `/programs/:id`. */
  path: string;
  operationId: string;
  scope: OperationScope;
  /** A second scope that every call needs. */
  alsoScope?: Scope;
  /** A change, or a query sent with POST, that is still allowed while the account is suspended. */
  evenSuspended?: true;
  tag: string;
  summary: string;
  description?: string;
  params?: TSchema;
  /** Unknown parameters are refused. */
  query?: TSchema;
  /** Makes one value of several parameters, such as `metadata[…]`, before the query is validated. */
  gatherQuery?(request: FastifyRequest): void;
  headers?: TSchema;
  body?: TSchema | BodyByType;
  /** Body and headers are left unvalidated: the handler takes the body as a stream, and enforces what they describe. */
  isStream?: true;
  /** Error codes for fields whose invalid shape is not `validation_failed`. */
  codes?: FieldCodes;
  /** Also accepts a CSV table or a workbook, and bodies up to this many bytes. */
  table?: {
    maxBytes: number;
    example: string;
    /**
     * Only for the description: the schema of one of the body's `rows`. Each row is judged separately, so one bad row
     * does not make the request fail.
     */
    row: TSchema;
  };
  /** The key may also be sent as the password of HTTP Basic, for programs that support nothing else. */
  acceptsBasic?: true;
  refusalForm?: RefusalForm;
  answers: Readonly<Record<number, unknown>>;
  /** Its own refusals besides those of every operation: the usual codes of a status, or a single code. */
  refusals: readonly Refusable[];
};

/** A body that may be of several types. */
type BodyByType = { required?: boolean; content: Record<string, { schema: TSchema }> };

/** An operation that answers from the capability's own stores. */
type Acting<Ports, A, T> = {
  /** Runs in the statement that admits the caller, so that a call costs one round trip. */
  read?(ports: Ports, asked: { params: unknown; query: unknown }): AccountRead<T>;
  /** Returns nothing if `asked.reply` was sent. */
  act(ports: Ports, asked: A, read: T): Promise<Answer | undefined>;
};

/** Runs in one transaction if it changes something; a retry with its Idempotency-Key gets the first answer. */
type Running<Ports, A, Prepared> = {
  /** Waits for an external system, so it runs outside any transaction, and its Idempotency-Key is ignored. */
  isWaiting?: true;
  conflicts?: Conflicts;
  /**
   * Runs before `run`, outside the transaction, and must be safe to repeat: a crash may come between the two.
   * Skipped for a replay.
   */
  before?(ports: Ports & Outside, asked: A): Promise<Prepared>;
  run(ports: Ports & Tools, asked: A, prepared: Prepared): Promise<Answer>;
};

/** Operations as they are served: only each operation's own handler knows the validated types. */
export type ActingOperation<Ports, W extends Admitted = Who> = Declaration &
  Acting<Ports, Asked<unknown, unknown, unknown, W>, unknown>;

export type RunningOperation<Ports = object, W extends Admitted = Who> = Declaration &
  Running<Ports, Asked<unknown, unknown, unknown, W>, unknown>;

export type Operation<Ports = object, W extends Admitted = Who> =
  | ActingOperation<Ports, W>
  | RunningOperation<Ports, W>;

type TypedAsked<P extends TSchema, Q extends TSchema, B extends TSchema, W extends Admitted> = Asked<
  Static<P>,
  Static<Q>,
  Static<B>,
  W
>;

type Typed<P, Q, B> = Omit<Declaration, 'params' | 'query' | 'body'> & {
  params?: P;
  query?: Q;
  body?: B | BodyByType;
};

/** Declares operations whose handlers get these ports and the validated input. */
export function operationsWith<Ports, W extends Admitted = Who>() {
  return {
    /** An operation that answers from its own stores. */
    acting<P extends TSchema, Q extends TSchema, B extends TSchema, T = undefined>(
      declared: Typed<P, Q, B> & {
        read?(ports: Ports, asked: { params: Static<P>; query: Static<Q> }): AccountRead<T>;
        act(ports: Ports, asked: TypedAsked<P, Q, B, W>, read: T): Promise<Answer | undefined>;
      },
    ): ActingOperation<Ports, W> {
      return declared as unknown as ActingOperation<Ports, W>;
    },
    /** An operation that runs in a transaction. If it has a `before`, `run` gets the result of that. */
    running<P extends TSchema, Q extends TSchema, B extends TSchema, D = undefined>(
      declared: Typed<P, Q, B> & Running<Ports, TypedAsked<P, Q, B, W>, D>,
    ): RunningOperation<Ports, W> {
      return declared as unknown as RunningOperation<Ports, W>;
    },
  };
}

/** Declares an operation of the records, which needs nothing but its tools. */
export const operation = operationsWith<object>().running;
