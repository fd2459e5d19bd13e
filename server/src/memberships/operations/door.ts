/** By which somebody comes in: how they are admitted, and what an address says besides what the operation asks. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TProperties } from 'typebox';
import type { Refusable } from '../../http/error-responses.ts';
import type { Who } from './operation.ts';

export type Door = {
  /** Where its operations stand. */
  root: string;
  admit(request: FastifyRequest, reply: FastifyReply): Promise<Who>;
  /** Parameters that are the door's own; no operation sees them. */
  ownQuery: TProperties;
  /** What anybody may be told here before an operation begins. */
  refusesWith: readonly Refusable[];
};
