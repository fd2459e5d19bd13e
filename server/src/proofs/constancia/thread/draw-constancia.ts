/** Turns the material of a constancia or an acta into its PDF. It can run in any thread. */

import { nodeCryptoEngine } from '../../../kernel/crypto-node.ts';
import { writeActa } from '../../court-package/acta-pdf.ts';
import { composeFacts } from '../compose-facts.ts';
import { writeConstancia } from '../pdf.ts';
import type { DrawnMaterial } from '../ports.ts';

export async function drawConstancia(material: DrawnMaterial): Promise<Uint8Array> {
  if ('sections' in material) return writeActa(material);
  return writeConstancia(await composeFacts(nodeCryptoEngine, material));
}
