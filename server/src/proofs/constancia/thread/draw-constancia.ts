/** Turns the material of a constancia into its PDF, in any thread. */

import { nodeCryptoEngine } from '../../../kernel/crypto-node.ts';
import { composeFacts } from '../compose-facts.ts';
import type { ConstanciaMaterial } from '../facts.ts';
import { writeConstancia } from '../pdf.ts';

export async function drawConstancia(material: ConstanciaMaterial): Promise<Uint8Array> {
  return writeConstancia(await composeFacts(nodeCryptoEngine, material));
}
