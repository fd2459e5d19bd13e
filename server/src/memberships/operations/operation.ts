/** One operation of the second product: declared once, served to API keys and to people in the dashboard. */

import type { Static, TSchema } from 'typebox';
import type { Actor } from '../../audit/ports.ts';
import type { CertificateRecord } from '../../certificates/certificate-record.ts';
import type { Database, TransactionQuery } from '../../database/pool.ts';
import type { Refusable } from '../../http/error-responses.ts';
import type { FieldCodes } from '../../http/errors.ts';
import type { Language } from '../../http/language.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { CertificateId, DocumentId, KeyId, NewId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import type { AnyOfScopes, Scope } from '../../keys/scopes.ts';
import type { DocumentWriter } from '../documents/ports.ts';

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
  /** The same for every retry with an Idempotency-Key; undefined without one. */
  once: Uint8Array | undefined;
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
  /** A certificate of the owner, as answers show it. */
  showCertificate(owner: Owner, id: CertificateId): Promise<CertificateRecord>;
};

/**
 * Makes the PDF of a document that was asked for and certifies it; rejects with what keeps it from being made. `attempts`:
 * how often the queue tried it before; then what may pass by itself is tried again later.
 */
export type IssueDocument = (owner: Owner, id: DocumentId, attempts?: number) => Promise<void>;

/** What is there outside a transaction, for work that takes its time. */
export type Outside = Omit<Tools, 'query'> & {
  records: Pick<Database, 'query' | 'transaction'>;
  issueDocument: IssueDocument;
  documentWriter: DocumentWriter;
  /** The bytes of a file that was certified; undefined if it is not kept any more. */
  readOriginal(owner: Owner, sha256: Sha256Hex): Promise<Uint8Array | undefined>;
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
  /** Waits for somebody else, so it runs outside of any transaction and is not repeated by its Idempotency-Key. */
  isWaiting?: true;
  /** What it may refuse with besides what every operation may: the usual codes of a status, or a code. */
  refusals: readonly Refusable[];
  /**
   * Comes before `run`, in no transaction. A crash between the two leaves what it did: it must be safe to do again. Not
   * done where the answer is a replay.
   */
  before?(outside: Outside, asked: Asked): Promise<unknown>;
  run(tools: Tools, asked: Asked, prepared?: unknown): Promise<Answer>;
};

type Typed<P extends TSchema, Q extends TSchema, B extends TSchema, D> = Omit<
  Operation,
  'params' | 'query' | 'body' | 'run' | 'before'
> & {
  params?: P;
  query?: Q;
  body?: B;
} & Steps<Asked<Static<P>, Static<Q>, Static<B>>, D>;

/** With `before`, what it resolved with is given to `run`. */
type Steps<A, D> =
  | { before?: never; run(tools: Tools, asked: A): Promise<Answer> }
  | {
      before(outside: Outside, asked: A): Promise<D>;
      run(tools: Tools, asked: A, prepared: D): Promise<Answer>;
    };

/** Declares an operation; its handler is given what its schemas have proved. */
export function operation<P extends TSchema, Q extends TSchema, B extends TSchema, D = undefined>(
  declared: Typed<P, Q, B, D>,
): Operation {
  const { before, run } = declared;
  return {
    ...declared,
    ...(before !== undefined && {
      before: (outside: Outside, asked: Asked) =>
        before(outside, asked as Asked<Static<P>, Static<Q>, Static<B>>),
    }),
    run: (tools, asked, prepared) =>
      run(tools, asked as Asked<Static<P>, Static<Q>, Static<B>>, prepared as D),
  } as Operation;
}
