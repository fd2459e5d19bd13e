/**
 * The sample on the front page: a short text that this server's own authority stamps in test mode, in the same way as
 * every test certificate, and that the reader's browser can check. It is not stored and belongs to no account, so a new
 * server has one too.
 */

import type { Language } from '../../http/language.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/logger.ts';
import { type Sha256Hex, sha256 } from '../../kernel/sha256.ts';
import type { Stamp, Timestamps } from '../../timestamps/ports.ts';

export type SamplePorts = {
  timestamps: Pick<Timestamps, 'test'>;
  newId: NewId;
  now: Clock;
  logger: Logger;
};

export type Sample = { text: string; sha256: string; stamp: Stamp };

const TEXTS: Readonly<Record<Language, string>> = {
  es: `CONTRATO DE ARRENDAMIENTO (ejemplo)

Arrendadora: Ana Ejemplo
Arrendatario: Luis Muestra
Renta mensual: $12,000.00 MXN
Plazo: 12 meses
`,
  en: `LEASE AGREEMENT (sample)

Landlord: Ana Ejemplo
Tenant: Luis Muestra
Monthly rent: MXN 12,000.00
Term: 12 months
`,
};

/** How long a sample is used. A new one is made after that, so that the date on the page is recent. */
const RENEWED_AFTER_MS = 24 * 3_600_000;
/**
 * How long the server waits after a failure before it tries again. A stamp fails only if something is wrong with this
 * machine.
 */
const TRIED_AGAIN_AFTER_MS = 60_000;

/** Gives undefined while no stamp can be made. The page then leaves the sample out. */
type FindSample = (language: Language) => Promise<Sample | undefined>;

type Entry = { until: number; sample: Promise<Sample | undefined> };

export function makeSamples(ports: SamplePorts): FindSample {
  const made = new Map<Language, Entry>();
  return (language) => {
    const at = ports.now().getTime();
    const known = made.get(language);
    if (known !== undefined && at < known.until) return known.sample;
    const entry: Entry = { until: at + RENEWED_AFTER_MS, sample: Promise.resolve(undefined) };
    made.set(language, entry);
    entry.sample = stampSample(ports, language).catch((cause) => {
      entry.until = at + TRIED_AGAIN_AFTER_MS;
      ports.logger.warn('front_page.sample_not_stamped', { cause });
      return undefined;
    });
    return entry.sample;
  };
}

async function stampSample({ timestamps, newId }: SamplePorts, language: Language): Promise<Sample> {
  const text = TEXTS[language];
  const digest = Buffer.from(sha256(text)).toString('hex') as Sha256Hex;
  return { text, sha256: digest, stamp: await timestamps.test.stamp(digest, newId('cert')) };
}
