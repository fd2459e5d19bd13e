/** Counts of deliveries, for the operator's metrics. */

const DELIVERY_OUTCOMES = ['delivered', 'refused', 'unreachable'] as const;

export type DeliveryCounters = { count(outcome: (typeof DELIVERY_OUTCOMES)[number]): void };
