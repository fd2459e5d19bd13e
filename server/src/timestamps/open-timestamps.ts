/** Opens the embedded authority and the configured providers. */

import path from 'node:path';
import { acr2SeProfile, type TrustProfile } from '@sello/proof';
import type { DatabaseSettings } from '../database/settings.ts';
import { makeAddressRules } from '../http/addresses/addresses.ts';
import type { OnClose } from '../kernel/closing.ts';
import { nodeCryptoEngine } from '../kernel/crypto-node.ts';
import type { Surroundings } from '../kernel/surroundings.ts';
import { type EmbeddedAuthority, openEmbeddedAuthority } from './authority/authority.ts';
import type { ProviderStanding, PscCounters } from './counters.ts';
import type { ProviderLine } from './in-order.ts';
import { openEmbeddedProvider, openProviders } from './open-providers.ts';
import type { Timestamps } from './ports.ts';
import { type CheckRevocation, makeRevocationCheck } from './revocation/check.ts';
import { type AskRevocation, openRevocationTransport } from './revocation/transport.ts';
import type { TimestampsSettings } from './settings.ts';

export type OpenedTimestamps = {
  authority: EmbeddedAuthority;
  timestamps: Timestamps;
  /** The providers that stamp for live keys, in their order. */
  providers: () => ProviderStanding[];
  /** A single provider, by its name. */
  stampAt: ProviderLine['stampAt'];
  /** For each mode, a wish about tokens that no provider can fulfil. */
  unableTo: Record<'live' | 'test', ProviderLine['unableTo']>;
  askRevocation: AskRevocation;
  /**
   * The trust profiles that a constancia of another provider must satisfy to be adopted, and how to check whether its
   * signer was revoked.
   */
  adoption: { trust: readonly TrustProfile[]; checkRevocation: CheckRevocation };
};

/**
 * Opens the providers. The embedded authority always stamps for test keys, and for live keys too if no provider is
 * configured.
 */
export async function openTimestamps(
  config: TimestampsSettings & Pick<DatabaseSettings, 'dataDir'>,
  surroundings: Surroundings,
  counters: PscCounters,
  onClose: OnClose,
): Promise<OpenedTimestamps> {
  const { now, randomBytes } = surroundings;
  const authority = await openEmbeddedAuthority(
    path.join(config.dataDir, 'tsa'),
    config.tsaKey,
    now,
    randomBytes,
  );
  const needed = { ...surroundings, crypto: nodeCryptoEngine, counters };
  const test = await openEmbeddedProvider(needed, authority);
  onClose.push(() => test.close());
  const transport = openRevocationTransport(makeAddressRules(config.revocationAllow));
  onClose.push(() => transport.close());
  const askRevocation = transport.ask;
  const adoption = adoptionBy(config, surroundings, askRevocation);
  if (config.psc.length === 0)
    return { authority, timestamps: { live: test, test }, ...oneByOne(test, test), askRevocation, adoption };
  const checkRevocation = makeCheck(config, surroundings, askRevocation);
  const live = await openProviders({ ...needed, checkRevocation }, config.psc);
  onClose.push(() => live.close());
  return { authority, timestamps: { live, test }, ...oneByOne(live, test), askRevocation, adoption };
}

function oneByOne({ standing, stampAt, unableTo }: ProviderLine, test: ProviderLine) {
  return { providers: standing, stampAt, unableTo: { live: unableTo, test: test.unableTo } };
}

/**
 * ACR2-SE and the roots of the settings. Revocation is always checked here, even where the settings switch it off for
 * new stamps: those are seconds old, while adopted ones may be years old.
 */
function adoptionBy(
  { psc, pscRevocation }: Pick<TimestampsSettings, 'psc' | 'pscRevocation'>,
  surroundings: Surroundings,
  ask: AskRevocation,
): OpenedTimestamps['adoption'] {
  const needed = { ...surroundings, crypto: nodeCryptoEngine, ask };
  const sources = pscRevocation === 'off' ? 'both' : pscRevocation;
  const trust = [acr2SeProfile(), ...psc.flatMap((one) => one.trust)];
  return { trust, checkRevocation: makeRevocationCheck(needed, { sources }) };
}

function makeCheck(
  config: Pick<TimestampsSettings, 'pscRevocation'>,
  surroundings: Surroundings,
  ask: AskRevocation,
): CheckRevocation | undefined {
  if (config.pscRevocation === 'off') return undefined;
  return makeRevocationCheck(
    { ...surroundings, crypto: nodeCryptoEngine, ask },
    { sources: config.pscRevocation },
  );
}
