/** From what a constancia is made of to its PDF, in whichever thread. */

import { nodeCryptoEngine } from '../../../kernel/crypto-node.ts';
import { composeFacts } from '../compose-facts.ts';
import type { ConstanciaMaterial } from '../facts.ts';
import { writeConstancia } from '../pdf.ts';

export async function drawConstancia(material: ConstanciaMaterial): Promise<Uint8Array> {
  return writeConstancia(await composeFacts(nodeCryptoEngine, material));
}
