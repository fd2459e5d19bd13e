/** The council's band above a public page that does not otherwise name its council. */

import type { Html } from '../../http/pages/html.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Tools } from '../../operations/operation.ts';
import { councilBand } from './council-band.ts';
import { findCouncil } from './pg-public-members.ts';

/** Undefined if the account is closed. The pages of what it signed are still shown, but without this band. */
export async function bandOf(tools: Pick<Tools, 'query'>, accountId: AccountId): Promise<Html | undefined> {
  const council = await findCouncil(tools, accountId);
  return council && councilBand(council);
}
