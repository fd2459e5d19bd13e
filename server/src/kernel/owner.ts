import type { AccountId } from './ids.ts';

/** An account in one mode, live or test. Records of the two modes are never mixed. */
export type Owner = { accountId: AccountId; livemode: boolean };
