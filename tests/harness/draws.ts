/** A council whose draws are decided by an embedded chain that the test drives block by block. */

import { randomBytes } from 'node:crypto';
import { certifyDraws } from '../../server/src/memberships/draws/certify-draws.ts';
import { followDraws } from '../../server/src/memberships/draws/follow-draws.ts';
import { type AnchoredSello, openAnchoredSello } from './anchored-sello.ts';
import { type Council, openCouncil } from './memberships.ts';

export type DrawingCouncil = Council & {
  anchored: AnchoredSello;
  programId: string;
  memberships: readonly { id: string; member_id: string }[];
  /** A draft over this year. */
  draft(fields?: object): Promise<string>;
  /** One round of the process that follows the chain. */
  follow(): Promise<boolean>;
  /** The worker's turn for documents. */
  certify(): Promise<number>;
  /** Draws, from the draft to the result. */
  drawOnce(fields?: object): Promise<string>;
  /** A block whose time is later than that of a stamp of this moment. */
  mineLater(): Promise<void>;
};

export async function openDrawingCouncil(members = 10): Promise<DrawingCouncil> {
  const anchored = await openAnchoredSello('when told');
  const council = await openCouncil(anchored.sello);
  const { id: programId } = await council.program();
  const memberships = [];
  for (let n = 0; n < members; n++)
    memberships.push(await council.membership({ program: { id: programId }, starts_on: council.today(-30) }));
  const { sello, driver, chain } = anchored;
  const follow = () => followDraws(sello.ports, driver, [true, false]);
  const certify = () => certifyDraws(sello.ports);
  const draft = async (fields = {}) =>
    (await council.must('POST', '/draws', drawOf(council, programId, fields))).draw.id;
  const mineLater = async () => {
    const behindMs = sello.ports.now().getTime() - chain.now().getTime();
    chain.advance(Math.max(behindMs, 0) + 2_000);
    const { raw } = await driver.plan(randomBytes(32), await driver.nextNonce());
    await driver.submit(raw);
    await chain.mine();
  };
  return {
    ...council,
    anchored,
    programId,
    memberships,
    draft,
    follow,
    certify,
    mineLater,
    async drawOnce(fields) {
      const id = await draft(fields);
      await council.must('POST', `/draws/${id}/seal`);
      await follow();
      await certify();
      await mineLater();
      await follow();
      return id;
    },
  };
}

export function drawOf({ today }: Council, program_id: string, fields: object = {}): object {
  return {
    program_id,
    name: 'Revisión anual',
    count: 3,
    from: today(-300),
    to: today(),
    ...fields,
  };
}
