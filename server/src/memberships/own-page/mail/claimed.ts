/** A mail that was claimed in the database, with a function that releases the claim. */

import type { Mail } from '../../../people/mail/ports.ts';

type Claimed = { mail: Mail; giveBack: () => Promise<void> };

export type SendClaimed = (claimed: Claimed) => Promise<void>;
