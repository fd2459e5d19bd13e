/** Opens the embedded authority and the configured providers. */

import path from 'node:path';
import type { DatabaseSettings } from '../database/settings.ts';
import type { OnClose } from '../kernel/closing.ts';
import { nodeCryptoEngine } from '../kernel/crypto-node.ts';
import type { Surroundings } from '../kernel/surroundings.ts';
import { type EmbeddedAuthority, openEmbeddedAuthority } from './authority/authority.ts';
import type { PscCounters } from './counters.ts';
import { openEmbeddedProvider, openProviders } from './open-providers.ts';
import type { Timestamps } from './ports.ts';
import { type CheckRevocation, makeRevocationCheck } from './revocation/check.ts';
import { openRevocationTransport } from './revocation/transport.ts';
import type { TimestampsSettings } from './settings.ts';

/** The embedded authority always stamps for test keys, and for live keys if no provider is configured. */
export async function openTimestamps(
  config: TimestampsSettings & Pick<DatabaseSettings, 'dataDir'>,
  surroundings: Surroundings,
  counters: PscCounters,
  onClose: OnClose,
): Promise<{ authority: EmbeddedAuthority; timestamps: Timestamps }> {
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
  if (config.psc.length === 0) return { authority, timestamps: { live: test, test } };
  const checkRevocation = openRevocationCheck(config, surroundings, onClose);
  const live = await openProviders({ ...needed, checkRevocation }, config.psc);
  onClose.push(() => live.close());
  return { authority, timestamps: { live, test } };
}

function openRevocationCheck(
  config: Pick<TimestampsSettings, 'pscRevocation'>,
  surroundings: Surroundings,
  onClose: OnClose,
): CheckRevocation | undefined {
  if (config.pscRevocation === 'off') return undefined;
  const transport = openRevocationTransport();
  onClose.push(() => transport.close());
  return makeRevocationCheck(
    { ...surroundings, crypto: nodeCryptoEngine, ask: transport.ask },
    { sources: config.pscRevocation },
  );
}
