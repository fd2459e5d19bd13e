/** What the operator's metrics count of deliveries. */

export const DELIVERY_OUTCOMES = ['delivered', 'refused', 'unreachable'] as const;

export type DeliveryCounters = { count(outcome: (typeof DELIVERY_OUTCOMES)[number]): void };
