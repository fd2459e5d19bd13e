/** Whose a thing is. */

import type { AccountId } from './ids.ts';

/** Whose certificates, and of which mode: the two are never mixed. */
export type Owner = { accountId: AccountId; livemode: boolean };
