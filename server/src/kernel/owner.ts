import type { AccountId } from './ids.ts';

/** An account in one mode: live and test are never mixed. */
export type Owner = { accountId: AccountId; livemode: boolean };
