/** Says what a failure of the database means for the caller: either nothing was changed, or nobody knows. */

import pg from 'pg';
import { AppError, type Text } from '../kernel/errors.ts';

/** The commit was made on this server alone, and no standby confirmed it. */
export class UnconfirmedCommit extends Error {
  constructor() {
    super('The commit was not confirmed by a standby');
    this.name = 'UnconfirmedCommit';
  }
}

/** The caller stopped waiting. The answer may still come. */
export class NoAnswerYet extends Error {
  readonly code = 'ETIMEDOUT';
  constructor(why: string) {
    super(why);
    this.name = 'NoAnswerYet';
  }
}

/** 503: the database cannot be used at the moment. */
class DatabaseAway extends AppError {
  constructor(text: Text, cause: unknown) {
    super('storage_unavailable', text, { cause, retryAfterSeconds: 2 });
  }
}

/** The change may have been made or not. Sending the same request again gives the answer. */
class UnknownOutcome extends DatabaseAway {
  constructor(cause: unknown) {
    super(
      {
        en: 'Storage broke off before it confirmed the change, so it may have been made. Repeat the request with the same Idempotency-Key in {wait}: its answer settles it. If you sent none, look first whether the change is there.',
        es: 'El almacenamiento se interrumpió antes de confirmar el cambio, así que pudo haberse hecho. Repita la solicitud con la misma Idempotency-Key en {wait}: su respuesta lo aclara. Si no envió ninguna, revise antes si el cambio ya está.',
      },
      cause,
    );
  }
}

export function isUnknownOutcome(error: unknown): boolean {
  return error instanceof UnknownOutcome;
}

/** Whether any further query would only waste time. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseAway;
}

/**
 * Turns a failure outside a commit into the error for the caller. A database that is unreachable, full, read-only or
 * shutting down becomes a 503 that the caller may retry; a text that PostgreSQL cannot store becomes a 400; every
 * other error of a statement is a bug and passes through.
 */
export function asDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof UnconfirmedCommit) return new UnknownOutcome(error);
  if (isUnwritableText(error)) return unwritableText(error);
  return isAway(error) ? nothingChanged(error) : error;
}

/**
 * Turns the failure of a commit into the error for the caller. Unless the server itself refused the commit, it may
 * have been made.
 */
export function asCommitError(error: unknown): unknown {
  return isAway(error) && !isRefusal(error) ? new UnknownOutcome(error) : asDatabaseError(error);
}

/** 429: another call kept the records locked for too long. */
class HeldUp extends AppError {
  constructor(cause: unknown) {
    super(
      'rate_limit_exceeded',
      {
        en: 'The call waited too long for records that another call is changing. Let that one end, and repeat this call in {wait}.',
        es: 'La llamada esperó demasiado por registros que otra llamada está cambiando. Deje que esa termine y repita esta llamada en {wait}.',
      },
      { cause, retryAfterSeconds: 5 },
    );
  }
}

/** 55P03: a lock that was not let go in time. 57014: a statement that was ended because it took too long. */
const HELD_UP_CODES = ['55P03', '57014'];

/**
 * Turns the error of a caller's write that waited too long into a refusal that counts against the caller's limits. A
 * caller can cause the wait by changing the same records twice at once. Reported as an outage, it would cost that
 * caller nothing, and everybody who waits to change something would be refused. The service's own work keeps the plain
 * error.
 */
export function asHeldUp(error: unknown): unknown {
  const isHeldUp = error instanceof pg.DatabaseError && HELD_UP_CODES.includes(error.code ?? '');
  return isHeldUp && isRefusal(error) ? new HeldUp(error) : error;
}

/** Turns an unknown outcome into "nothing was changed", for a caller whose change had not begun. */
export function asNotBegun(error: unknown): unknown {
  return isUnknownOutcome(error) ? nothingChanged((error as AppError).cause) : error;
}

/** Adapts the error of a step that failed after the change itself was committed. */
export function asMadeAlready(error: unknown): unknown {
  return error instanceof AppError && error.code === 'storage_unavailable'
    ? new UnknownOutcome(error.cause)
    : error;
}

/**
 * Says that this request changed nothing. An earlier one with the same Idempotency-Key may have made the change; only
 * a retry can show that.
 */
function nothingChanged(cause: unknown): AppError {
  return new DatabaseAway(
    {
      en: 'Storage is unavailable at the moment. Nothing was changed by this request; please try again in {wait}.',
      es: 'El almacenamiento no está disponible en este momento. No se cambió nada con esta solicitud; intente de nuevo en {wait}.',
    },
    cause,
  );
}

/** Whether a statement failed because a unique index already holds the value. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505';
}

/**
 * Whether PostgreSQL cannot store the text. 22021: bytes that are not UTF-8, or a NUL. 22P05: a JSON escape that
 * stands for such a character.
 */
function isUnwritableText(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '22021' || error.code === '22P05');
}

/**
 * The answer for such a text. Routes refuse it first and name the field. This is for a route that forgot to: the
 * mistake is still the caller's.
 */
function unwritableText(cause: unknown): AppError {
  return new AppError(
    'bad_request',
    {
      en: 'A text of the request holds NUL or half of a surrogate pair; send whole Unicode characters.',
      es: 'Un texto de la solicitud contiene NUL o medio par sustituto; envíe caracteres Unicode completos.',
    },
    { cause },
  );
}

/**
 * Whether the statement itself failed, so that the server rolled it back. An error that ends the session (57P01 and
 * similar) does not count: it may come after the commit and before its confirmation.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = '', severity } = error;
  const endsSession = severity === 'FATAL' || severity === 'PANIC' || /^(?:57P|08|25P0[34])/.test(code);
  return !endsSession;
}

const AWAY_CLASSES = ['08', '53', '57', '58'];
/** 25006: a standby, or a database whose disk became read-only. 55P03: a lock that was not let go in time. */
const AWAY_CODES = ['25006', '55P03'];
const AWAY_SYSTEM_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EHOSTUNREACH',
];

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (code.length === 5 && AWAY_CLASSES.includes(code.slice(0, 2))) return true;
  if (AWAY_CODES.includes(code) || AWAY_SYSTEM_CODES.includes(code)) return true;
  // This severity means that the server refused or ended the connection, whatever the code.
  if ('severity' in error && error.severity === 'FATAL') return true;
  return /connection terminated|timeout exceeded|timeout expired|client was closed|query read timeout|not queryable/i.test(
    error.message,
  );
}
