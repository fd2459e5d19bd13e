/** The steps of a certificate, and an estimate of the time until it is final. */

import { networkName } from '@sello/proof/networks';
import { EMBEDDED_NETWORK } from '../anchoring/networks.ts';
import type { AnchoringSettings, ChainConfig } from '../anchoring/settings.ts';
import type { Text } from '../kernel/errors.ts';
import { EMBEDDED_NAME } from '../timestamps/authority/authority.ts';
import type { Certificate } from './certificate.ts';

export const TIMELINE_STEPS = ['received', 'stamped', 'logged', 'in_block', 'final'] as const;

export const STEP_STATES = ['done', 'now', 'waiting'] as const;

type TimelineEntry = {
  step: (typeof TIMELINE_STEPS)[number];
  /** `now` is the step in progress; only one step has it. */
  state: (typeof STEP_STATES)[number];
  at: Date | undefined;
  detail: Text | undefined;
};

/** The steps of a certificate. `loggedAt` is the time of the first checkpoint that covers its place. */
export function timelineOf(certificate: Certificate, loggedAt: Date | undefined): TimelineEntry[] {
  const { timestamp, leafIndex, anchor, createdAt } = certificate;
  const stampedAt = new Date(timestamp.genTime);
  const reached = [
    receivedBefore(stampedAt, new Date(createdAt)),
    { at: stampedAt, detail: stampedBy(timestamp.psc) },
    leafIndex === undefined ? undefined : { at: loggedAt, detail: inPlace(leafIndex) },
    anchor && { at: new Date(anchor.blockTime), detail: inBlock(anchor.blockNumber, anchor.network) },
    anchor?.isFinal ? { at: new Date(anchor.changedAt), detail: confirmed(anchor.confirmations) } : undefined,
  ];
  if (certificate.isAdopted) reached[0] = { at: new Date(createdAt), detail: BROUGHT };
  const next = reached.indexOf(undefined);
  const steps = TIMELINE_STEPS.map((step, index): TimelineEntry => {
    const found = reached[index];
    if (found !== undefined) return { step, state: 'done', ...found };
    return { step, state: index === next ? 'now' : 'waiting', at: undefined, detail: undefined };
  });
  const [received, stamped, ...later] = steps as [TimelineEntry, TimelineEntry, ...TimelineEntry[]];
  // An adopted constancia may have been stamped long before it was brought here.
  return certificate.isAdopted ? [stamped, received, ...later] : steps;
}

const BROUGHT: Text = {
  en: 'The holder of the account brought the constancia here',
  es: 'El titular de la cuenta trajo la constancia',
};

/**
 * When the file was received. It is complete before its stamp is requested, but the certificate's own time is taken
 * after the stamp, and the time of the stamp comes from another clock. If the two times contradict the order, only
 * the order is shown.
 */
function receivedBefore(stampedAt: Date, createdAt: Date): Pick<TimelineEntry, 'at' | 'detail'> {
  if (createdAt <= stampedAt) return { at: createdAt, detail: undefined };
  return { at: undefined, detail: { en: 'Before it was stamped', es: 'Antes de sellarse' } };
}

function stampedBy(psc: string): Text {
  if (psc === EMBEDDED_NAME)
    return { en: 'By this service’s own authority', es: 'Por la autoridad integrada de este servicio' };
  return { en: `By ${psc}`, es: `Por ${psc}` };
}

function inPlace(leafIndex: number): Text {
  return { en: `Entry ${leafIndex} of the log`, es: `Entrada ${leafIndex} del registro público` };
}

function inBlock(number: number, network: string): Text {
  if (network === EMBEDDED_NETWORK)
    return {
      en: `Block ${number} of this service’s own chain`,
      es: `Bloque ${number} de la cadena integrada de este servicio`,
    };
  const name = networkName(network) ?? network;
  return { en: `Block ${number} of ${name}`, es: `Bloque ${number} de ${name}` };
}

function confirmed(confirmations: number): Text {
  return confirmations === 1
    ? { en: '1 confirmation', es: '1 confirmación' }
    : { en: `${confirmations} confirmations`, es: `${confirmations} confirmaciones` };
}

/** How often checkpoints are anchored, and when a block of the live chain counts as final. */
export type AnchoringPace = Pick<AnchoringSettings, 'anchorIntervalMs' | 'embeddedAnchorIntervalMs'> & {
  chain: Pick<ChainConfig, 'finality'> | undefined;
};

/** The usual time from the signed transaction to its block, on a chain with a block every 12 seconds. */
const MINING_MS = 30_000;
const BLOCK_MS = 12_000;
/** `finalized` on Ethereum takes two epochs and the rest of the current one. */
const FINALIZED_MS = 15 * 60_000;
const EMBEDDED_MS = 2_000;
const SHORTEST_MS = 2_000;

/** Roughly how long until the certificate is final; undefined once it is, or if it is long overdue. */
export function estimateFinalMs(
  pace: AnchoringPace,
  certificate: Certificate,
  now: Date,
): number | undefined {
  const { anchor, createdAt, livemode } = certificate;
  if (anchor?.isFinal) return undefined;
  const chain = livemode ? pace.chain : undefined;
  const untilBlockMs =
    chain === undefined ? pace.embeddedAnchorIntervalMs + EMBEDDED_MS : pace.anchorIntervalMs + MINING_MS;
  const untilFinalMs =
    chain === undefined ? 0 : 'depth' in chain.finality ? chain.finality.depth * BLOCK_MS : FINALIZED_MS;
  const dueMs =
    anchor === undefined
      ? Date.parse(createdAt) + untilBlockMs + untilFinalMs
      : Date.parse(anchor.blockTime) + untilFinalMs;
  const leftMs = dueMs - now.getTime();
  // It is long overdue, so any number would be made up.
  if (leftMs < -untilBlockMs - untilFinalMs) return undefined;
  return Math.max(leftMs, SHORTEST_MS);
}
