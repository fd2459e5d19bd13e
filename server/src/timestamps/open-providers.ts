/** Connects to the configured providers, each in its dialect, behind one `TimestampProvider`. */

import { setTimeout as pauseFor } from 'node:timers/promises';
import type { CryptoEngine, StrongHash } from '@sello/proof';
import { currentHolder } from '../database/current-request.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import { makeShared } from '../kernel/shares/shared.ts';
import { SHARED_THINGS } from '../kernel/shares/shared-things.ts';
import { EMBEDDED_NAME, EMBEDDED_POLICY, type EmbeddedAuthority } from './authority/authority.ts';
import type { PscCounters } from './counters.ts';
import { speakAdvantage } from './dialects/advantage.ts';
import { speakCincel } from './dialects/cincel.ts';
import type { DialectNeeds, PscDialect } from './dialects/dialect.ts';
import { openPscHttp, type PscHttp, withPscDeadline } from './dialects/http-client.ts';
import { speakMifiel } from './dialects/mifiel.ts';
import { speakPscWorld } from './dialects/pscworld.ts';
import { speakRfc3161 } from './dialects/rfc3161.ts';
import { type NamedProvider, type ProviderLine, stampInOrder } from './in-order.ts';
import type { Stamp, TimestampProvider } from './ports.ts';
import type { PscDialectName } from './psc.ts';
import type { PscConfig } from './psc-config.ts';
import { PscFailure } from './psc-failure.ts';
import type { CheckRevocation } from './revocation/check.ts';
import { imprintOf, makeStampVerifier } from './verify-stamp.ts';

const DIALECTS: Record<
  PscDialectName,
  (needed: DialectNeeds, http: PscHttp, config: PscConfig) => PscDialect
> = {
  rfc3161: speakRfc3161,
  cincel: speakCincel,
  mifiel: speakMifiel,
  advantage: speakAdvantage,
  pscworld: speakPscWorld,
};

type ProviderNeeds = Omit<DialectNeeds, 'pause'> & {
  crypto: CryptoEngine;
  pause?: DialectNeeds['pause'];
  checkRevocation?: CheckRevocation | undefined;
};

type Closable = { close(): Promise<void> };

type Line = TimestampProvider & Closable & ProviderLine;

type Needs = ProviderNeeds & { logger: Logger; counters: PscCounters };

export async function openProviders(needed: Needs, configs: readonly PscConfig[]): Promise<Line> {
  return inOrder(needed, await Promise.all(configs.map((config) => connectProvider(needed, config))));
}

/** Connects the embedded authority through the same client and the same checks as every other provider. */
export async function openEmbeddedProvider(needed: Needs, authority: EmbeddedAuthority): Promise<Line> {
  const config = embeddedProvider(NOWHERE, authority.rootDer);
  return inOrder(needed, [await connectProvider(needed, config, callInProcess(authority))]);
}

/** An address for the embedded authority, which has none of its own. Nothing connects to it. */
const NOWHERE = 'http://localhost/tsa';

function inOrder(needed: Needs, providers: readonly (NamedProvider & Closable)[]): Line {
  const { stopProbing, ...line } = stampInOrder(needed, providers);
  return {
    ...line,
    async close() {
      stopProbing();
      await Promise.all(providers.map((provider) => provider.close()));
    },
  };
}

/** Connects to a provider. If `http` is given, it replaces the network connection. */
export async function connectProvider(
  { pause = pauseUnlessAborted, ...needed }: ProviderNeeds,
  config: PscConfig,
  http?: PscHttp,
): Promise<NamedProvider & Closable> {
  const way = http ?? (await openPscHttp(config));
  const dialect = DIALECTS[config.dialect]({ ...needed, pause }, way, config);
  const { fetchStamp, repeatsTokens = false, knowsEveryDigest = false, echoesNonces = false } = dialect;
  const verifyStamp = makeStampVerifier(needed, { ...config, repeatsTokens });
  // The embedded authority uses no connections, so it needs no limit of them.
  const places = http === undefined ? makeShared(SHARED_THINGS.stamps) : undefined;
  let clockOffMs = 0;
  const ask = async (order: Parameters<typeof fetchStamp>[0]) => {
    const sentAt = needed.now();
    const given = await withPscDeadline(config.timeoutMs, (signal) => fetchStamp(order, signal));
    return { given, sentAt, receivedAt: needed.now() };
  };
  return {
    name: config.name,
    clockOffMs: () => clockOffMs,
    unableTo({ nonce, policy, algorithm }) {
      if (algorithm !== 'SHA-256' && !knowsEveryDigest) return 'algorithm';
      if (policy !== undefined && policy !== config.policy) return 'policy';
      return nonce !== undefined && !echoesNonces ? 'nonce' : undefined;
    },
    async stamp(imprint, orderId, wishes) {
      const wanted = imprintOf(imprint);
      if (wanted.algorithm !== 'SHA-256' && !knowsEveryDigest) throw knowsNot(wanted.algorithm);
      const sha256 = (
        typeof imprint === 'string' ? imprint : Buffer.from(wanted.digest).toString('hex')
      ) as Sha256Hex;
      const asked = () => ask({ ...wanted, sha256, orderId, wishes });
      const { given, sentAt, receivedAt } = await (places?.run(currentHolder(), asked) ?? asked());
      const stamp = await verifyStamp(given, wanted);
      // A provider that repeats tokens may return one of an earlier minute, whose time says nothing about the clock.
      if (!repeatsTokens) clockOffMs = clockDifference(stamp.facts, sentAt, receivedAt);
      return stamp;
    },
    close: way.close,
  };
}

/**
 * The failure for an algorithm that a provider does not stamp. It is not the provider's fault, and the next one may do
 * it.
 */
function knowsNot(algorithm: StrongHash): PscFailure {
  const options = { mayAskNext: true, isProviderFault: false };
  return new PscFailure('rejected', `its protocol stamps SHA-256 alone, not ${algorithm}`, options);
}

/**
 * How far the token's time lies outside the time between request and answer; negative if our clock is ahead. A token
 * time without a fraction stands for the whole second, and an accuracy stated by the provider widens that range.
 */
export function clockDifference(
  { genTime, accuracyMs }: Pick<Stamp['facts'], 'genTime' | 'accuracyMs'>,
  sentAt: Date,
  receivedAt: Date,
): number {
  const at = Date.parse(genTime);
  const widthMs = /\.\d+Z$/.test(genTime) ? 1 : 1_000;
  const leastMs = at - (accuracyMs ?? 0);
  const mostMs = at + widthMs + (accuracyMs ?? 0);
  if (mostMs < sentAt.getTime()) return mostMs - sentAt.getTime();
  return Math.max(0, leastMs - receivedAt.getTime());
}

/** The embedded authority, configured like any other provider. */
export function embeddedProvider(url: string, rootDer: Uint8Array): PscConfig {
  return {
    name: EMBEDDED_NAME,
    dialect: 'rfc3161',
    url,
    timeoutMs: 10_000,
    basic: undefined,
    bearer: undefined,
    entity: undefined,
    clientCertFile: undefined,
    clientKeyFile: undefined,
    tlsCaFile: undefined,
    nonce: true,
    policy: EMBEDDED_POLICY,
    statement: { legalName: undefined, service: undefined, dofDate: undefined },
    trust: [
      {
        name: 'embedded',
        roots: [rootDer],
        policies: [EMBEDDED_POLICY],
        toleratedQuirks: [],
        accredited: false,
      },
    ],
  };
}

async function pauseUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await pauseFor(ms, undefined, { signal });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

/** Calls the embedded authority inside this process, with the same bytes as over HTTP but without a socket. */
function callInProcess(authority: EmbeddedAuthority): PscHttp {
  return {
    async call({ body }) {
      if (!(body instanceof Uint8Array)) throw new Error('A time-stamp request is bytes');
      const reply = await authority.answer(body);
      return {
        status: 200,
        header: () => undefined,
        body: Buffer.from(reply.buffer, reply.byteOffset, reply.length),
      };
    },
    async close() {},
  };
}
