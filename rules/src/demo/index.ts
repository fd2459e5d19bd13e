/** A council that does not exist, to look around in. */

export type { DemoCalls, DemoRow, FilledDemo, ShowStep } from './fill-demo.ts';
export { fillDemo } from './fill-demo.ts';
export { GRACE_DAYS, RULE_SET } from './plan.ts';
