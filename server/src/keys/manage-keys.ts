/** Managing keys: create, change, rotate, revoke. */

import type { Site } from '../http/site.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { KeyId, NewId, OrganizerId } from '../kernel/ids.ts';
import type { RandomBytes } from '../kernel/random-pool.ts';
import { type KeyScope, LIVE_ONLY } from '../operations/scopes.ts';
import type { Account } from '../people/accounts/ports.ts';
import {
  DEFAULT_MONTHLY_QUOTA,
  DEFAULT_RATE_PER_MINUTE,
  hashSecret,
  type KeyMode,
  makeSecret,
  secretHint,
} from './key.ts';
import type { ApiKey, ApiKeyChange, Exceeded, KeyStore, Together } from './ports.ts';
import type { KeysSettings } from './settings.ts';

/** The prefix of key secrets, and the ceilings of key limits. */
export type KeyRules = KeysSettings & Pick<Site, 'serviceName'>;

export type NewKey = {
  name: string;
  mode: KeyMode;
  scopes: readonly KeyScope[];
  organizerId?: OrganizerId;
  ratePerMinute?: number;
  monthlyQuota?: number;
  expiresAt?: Date;
};

/** The secret appears only in this answer: only its hash is stored. */
export type KeyWithSecret = { key: ApiKey; secret: string };

export type KeyPorts = { keys: KeyStore; newId: NewId; now: Clock; randomBytes: RandomBytes };

export async function createKey(
  ports: KeyPorts,
  rules: KeyRules,
  account: Account,
  wanted: NewKey,
  by: Actor,
  may: MayGive = ANYTHING,
): Promise<KeyWithSecret> {
  const now = ports.now();
  const ceilings = ceilingsOf(rules, account);
  const secret = makeSecret(rules.serviceName, wanted.mode, ports.randomBytes);
  const key: ApiKey = {
    id: ports.newId('key'),
    accountId: account.id,
    name: wanted.name,
    mode: wanted.mode,
    scopes: wanted.scopes,
    organizerId: wanted.organizerId,
    ratePerMinute: wanted.ratePerMinute ?? Math.min(DEFAULT_RATE_PER_MINUTE, ceilings.maxRatePerMinute),
    monthlyQuota: wanted.monthlyQuota ?? Math.min(DEFAULT_MONTHLY_QUOTA, ceilings.maxMonthlyQuota),
    hint: secretHint(secret),
    createdBy: by.type === 'person' ? by.id : undefined,
    rotatedBy: [],
    createdAt: now,
    expiresAt: wanted.expiresAt,
    revokedAt: undefined,
    revokedReason: undefined,
    lastUsedAt: undefined,
    oldSecretEndsAt: undefined,
    monthCalls: 0,
  };
  assertAllowed(key, ceilings, now);
  assertScopes(key.scopes, key.mode, may);
  const together = togetherOf(rules, ceilings, by);
  const exceeded = await ports.keys.create(key, hashOf(rules, secret), together, by);
  if (exceeded !== undefined) throw tooMuchOf(exceeded, together);
  return { key, secret };
}

export async function changeKey(
  ports: KeyPorts,
  rules: KeyRules,
  account: Account,
  id: KeyId,
  change: ApiKeyChange,
  by: Actor,
  may: MayGive = ANYTHING,
): Promise<ApiKey> {
  const now = ports.now();
  const ceilings = ceilingsOf(rules, account);
  assertAllowed(change, ceilings, now);
  const before = foundKey(await ports.keys.find(account.id, id, now));
  if (before.organizerId !== undefined && change.scopes !== undefined) throw ofDeskAlone();
  assertScopes([...before.scopes, ...(change.scopes ?? [])], before.mode, may);
  const together = { ...togetherOf(rules, ceilings, by), maxKeys: Number.POSITIVE_INFINITY };
  const after = await ports.keys.change(account.id, id, onlyChanged(before, change), together, now, by);
  if (typeof after === 'string') throw tooMuchOf(after, together);
  return foundKey(after);
}

/** A caller may send every field; the audit log must name only those that differ. */
function onlyChanged(key: ApiKey, change: ApiKeyChange): ApiKeyChange {
  const { name, scopes, ratePerMinute, monthlyQuota, expiresAt } = change;
  const isOtherEnd = 'expiresAt' in change && expiresAt?.getTime() !== key.expiresAt?.getTime();
  return {
    ...(name !== undefined && name !== key.name && { name }),
    ...(scopes !== undefined && !isSameSet(scopes, key.scopes) && { scopes }),
    ...(ratePerMinute !== undefined && ratePerMinute !== key.ratePerMinute && { ratePerMinute }),
    ...(monthlyQuota !== undefined && monthlyQuota !== key.monthlyQuota && { monthlyQuota }),
    ...(isOtherEnd && { expiresAt }),
  };
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry) => other.includes(entry));
}

export async function revokeKey(
  ports: KeyPorts,
  account: Account,
  id: KeyId,
  reason: string | undefined,
  by: Actor,
): Promise<ApiKey> {
  return foundKey(await ports.keys.revoke(account.id, id, reason, ports.now(), by));
}

/** Makes a new secret for the same key; the old secret works until the grace period is over. */
export async function rotateKey(
  ports: KeyPorts,
  rules: KeyRules,
  account: Account,
  id: KeyId,
  graceSeconds: number,
  by: Actor,
  may: MayGive = ANYTHING,
): Promise<KeyWithSecret> {
  const now = ports.now();
  const before = foundKey(await ports.keys.find(account.id, id, now));
  assertScopes(before.scopes, before.mode, may);
  const secret = makeSecret(rules.serviceName, before.mode, ports.randomBytes);
  const key = await ports.keys.rotate(
    account.id,
    id,
    { hash: hashOf(rules, secret), hint: secretHint(secret) },
    new Date(now.getTime() + graceSeconds * 1000),
    now,
    by,
  );
  if (key !== undefined) return { key, secret };
  throw new AppError('validation_failed', {
    en: 'A revoked key cannot be rotated. Make a new key instead.',
    es: 'Una clave revocada no se puede rotar. Cree una clave nueva.',
  });
}

/** Throws unless the caller may give the scope to a key. */
export type MayGive = (scope: KeyScope) => void;

/** The operator may give everything. */
const ANYTHING: MayGive = () => {};

/**
 * The holder of a key can do everything that the key may do. So nobody makes, changes or rotates a key with more scopes
 * than their own.
 */
function assertScopes(scopes: readonly KeyScope[], mode: KeyMode, may: MayGive): void {
  for (const scope of new Set(scopes)) {
    if (mode === 'test' && LIVE_ONLY.has(scope)) throw noModeOf(scope);
    may(scope);
  }
}

function ofDeskAlone(): AppError {
  return new AppError('validation_failed', {
    en: "`scopes` of an organiser's key cannot be changed: it reaches the organiser's desk alone. Leave them out, or make another key.",
    es: '`scopes` de la clave de un organizador no se puede cambiar: solo llega a su portal. Quítelo o cree otra clave.',
  });
}

function noModeOf(scope: KeyScope): AppError {
  return new AppError('validation_failed', {
    en: `\`scopes\` of a test key cannot hold \`${scope}\`: people and the audit log have no test mode. Leave it out, or make a live key.`,
    es: `\`scopes\` de una clave de prueba no puede incluir \`${scope}\`: las personas y la bitácora no tienen modo de prueba. Quítelo o cree una clave en vivo.`,
  });
}

/**
 * The limits of all keys of an account together: twice the most that one key may have. The operator may give more, key
 * by key.
 */
function togetherOf(
  { maxKeys }: KeyRules,
  { maxRatePerMinute, maxMonthlyQuota }: Ceilings,
  by: Actor,
): Together {
  if (by.type === 'operator') return { maxKeys, maxRatePerMinute: Infinity, maxMonthlyQuota: Infinity };
  return { maxKeys, maxRatePerMinute: 2 * maxRatePerMinute, maxMonthlyQuota: 2 * maxMonthlyQuota };
}

function tooMuchOf(exceeded: Exceeded, { maxKeys, maxRatePerMinute, maxMonthlyQuota }: Together): AppError {
  switch (exceeded) {
    case 'maxKeys':
      return new AppError('too_many_keys', {
        en: `The account has ${maxKeys} keys, which is as many as it may have. Revoke one that is no longer needed (expired ones count too), or ask the operator of this service for more (SELLO_MAX_KEYS).`,
        es: `La cuenta tiene ${maxKeys} claves, el máximo que puede tener. Revoque una que ya no necesite (las expiradas también cuentan) o pida más al operador de este servicio (SELLO_MAX_KEYS).`,
      });
    case 'maxRatePerMinute':
      return new AppError('validation_failed', {
        en: `\`rate_per_minute\` of all keys of this account may be at most ${maxRatePerMinute} together; what was called in the last minute counts, by revoked keys too. Give this key less, revoke another, or ask the operator for more.`,
        es: `La suma de \`rate_per_minute\` de todas las claves de esta cuenta puede ser como máximo ${maxRatePerMinute}; cuentan las solicitudes del último minuto, también las de claves revocadas. Dé menos a esta clave, revoque otra o pida más al operador.`,
      });
    case 'maxMonthlyQuota':
      return new AppError('validation_failed', {
        en: `\`monthly_quota\` of all keys of this account may be at most ${maxMonthlyQuota} together; what was called this month counts, by revoked keys too. Give this key less, revoke another, or ask the operator for more.`,
        es: `La suma de \`monthly_quota\` de todas las claves de esta cuenta puede ser como máximo ${maxMonthlyQuota}; cuentan las solicitudes de este mes, también las de claves revocadas. Dé menos a esta clave, revoque otra o pida más al operador.`,
      });
  }
}

type Ceilings = { maxRatePerMinute: number; maxMonthlyQuota: number };

function ceilingsOf(rules: KeyRules, account: Account): Ceilings {
  return {
    maxRatePerMinute: account.maxRatePerMinute ?? rules.maxRatePerMinute,
    maxMonthlyQuota: account.maxMonthlyQuota ?? rules.maxMonthlyQuota,
  };
}

function assertAllowed(wanted: ApiKeyChange, ceilings: Ceilings, now: Date): void {
  assertWithin('rate_per_minute', wanted.ratePerMinute, ceilings.maxRatePerMinute);
  assertWithin('monthly_quota', wanted.monthlyQuota, ceilings.maxMonthlyQuota);
  if (wanted.expiresAt !== undefined && wanted.expiresAt <= now) {
    throw new AppError('validation_failed', {
      en: '`expires_at` must be in the future.',
      es: '`expires_at` debe estar en el futuro.',
    });
  }
}

function assertWithin(field: string, value: number | undefined, ceiling: number): void {
  if (value === undefined || (value >= 1 && value <= ceiling)) return;
  if (value < 1) {
    throw new AppError('validation_failed', {
      en: `\`${field}\` must be at least 1.`,
      es: `\`${field}\` debe ser al menos 1.`,
    });
  }
  throw new AppError('validation_failed', {
    en: `\`${field}\` may be at most ${ceiling} for this account; ask the operator for more.`,
    es: `\`${field}\` puede ser como máximo ${ceiling} en esta cuenta; pida más al operador.`,
  });
}

function foundKey(key: ApiKey | undefined): ApiKey {
  if (key !== undefined) return key;
  throw new AppError('not_found', {
    en: 'There is no key with this id in your account.',
    es: 'No hay ninguna clave con este id en su cuenta.',
  });
}

function hashOf(rules: KeyRules, secret: string): Uint8Array {
  const hash = hashSecret(rules.serviceName, secret);
  if (hash === undefined) throw new Error('A new secret does not have the expected format');
  return hash;
}
