/** Badges, by API. */

import { bakePng } from '@sello/proof/badges';
import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { operation, type RunningOperation } from '../../operations/operation.ts';
import { badgePicture } from './picture.ts';
import { readBadge } from './read-badge.ts';

export const CREDENTIAL_TYPE = 'application/vc+ld+json';

export const READ_BADGE = operation({
  method: 'GET',
  path: '/awards/:id/badge',
  operationId: 'getBadge',
  scope: 'awards:read',
  tag: 'Awards',
  summary: 'Read the badge of an award',
  description:
    'An Open Badge 3.0, signed by your account: a W3C verifiable credential that any wallet takes and any verifier checks. Made on the first request, then the same bytes for ever. It needs the consent of the member and a server with https; it holds neither name nor address, only a salted hash. Revoking the award sets its bit in the status list. While the page of the member is public anyone can read it at `badge_url`.',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    format: Type.Optional(
      oneOf(['json', 'png'], { default: 'json', description: '`png`: a picture with the badge baked in.' }),
    ),
  }),
  answers: {
    200: {
      description: 'The badge.',
      content: {
        [CREDENTIAL_TYPE]: { schema: Type.Object({}, { description: 'An OpenBadgeCredential.' }) },
        'image/png': { schema: Type.String({ format: 'binary' }) },
      },
    },
  },
  refusals: [404, 'invalid_transition', 'badge_needs_https', 'consent_missing'],
  run: async (tools, { who, params, query, baseUrl }) => {
    const { credential } = await readBadge(tools, who, params.id, baseUrl);
    if (query.format !== 'png')
      return {
        status: 200,
        file: { type: CREDENTIAL_TYPE, name: `${params.id}.json`, content: credential },
      };
    const content = bakePng(await badgePicture(), credential);
    return { status: 200, file: { type: 'image/png', name: `${params.id}.png`, content } };
  },
});

export const BADGE_OPERATIONS: readonly RunningOperation[] = [READ_BADGE];
