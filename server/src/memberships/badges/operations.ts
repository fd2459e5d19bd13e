/** The operation of the API that reads badges. */

import { bakePng } from '@sello/proof/badges';
import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { operation, type RunningOperation } from '../../operations/operation.ts';
import { credentialJwt } from './badge-jwt.ts';
import { badgePicture } from './picture.ts';
import { readBadge } from './read-badge.ts';

export const CREDENTIAL_TYPE = 'application/vc+ld+json';
/** The media type of W3C VC-JOSE-COSE. Open Badges suggests `text/plain`, which does not say what the text is. */
export const JWT_TYPE = 'application/vc+jwt';

export const READ_BADGE = operation({
  method: 'GET',
  path: '/awards/:id/badge',
  operationId: 'getBadge',
  scope: 'awards:read',
  tag: 'Awards',
  summary: 'Read the badge of an award',
  description:
    "An Open Badge 3.0, signed by your account: a W3C verifiable credential that any wallet accepts and any verifier can check. It is made on the first request; later requests get the same bytes. It needs the consent of the member and a server with https; it contains neither name nor address, only a salted hash. Revoking the award sets its bit in the status list. While the member's page is public, anyone can read the badge at `badge_url`. `format=jwt`, or `Accept: application/vc+jwt`, gives the same badge as a JWT.",
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    format: Type.Optional(
      oneOf(['json', 'jwt', 'png'], {
        description:
          '`json`, the default: with a Data Integrity proof inside. `jwt`: as a compact JWS by EdDSA. `png`: a picture with the badge baked in.',
      }),
    ),
  }),
  answers: {
    200: {
      description: 'The badge.',
      content: {
        [CREDENTIAL_TYPE]: { schema: Type.Object({}, { description: 'An OpenBadgeCredential.' }) },
        [JWT_TYPE]: { schema: Type.String({ description: 'The badge as a JWT.' }) },
        'image/png': { schema: Type.String({ format: 'binary' }) },
      },
    },
  },
  refusals: [404, 'invalid_transition', 'badge_needs_https', 'consent_missing'],
  run: async (tools, { who, params: { id }, query, request, baseUrl }) => {
    const { credential } = await readBadge(tools, who, id, baseUrl);
    const format = query.format ?? (prefersJwt(request.headers.accept) ? 'jwt' : 'json');
    const content = {
      json: async () => credential,
      jwt: () => credentialJwt(tools, credential),
      png: async () => bakePng(await badgePicture(tools, credential), credential),
    }[format];
    const file = { type: TYPES[format], name: `${id}.${format}`, content: await content() };
    return { status: 200, headers: { vary: 'accept' }, file };
  },
});

const TYPES = { json: CREDENTIAL_TYPE, jwt: JWT_TYPE, png: 'image/png' };

/** Whether a caller asks for a JWT and does not accept JSON. */
export function prefersJwt(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').map((type) => (type.split(';')[0] ?? '').trim().toLowerCase());
  const isJson = (type: string) => type === '*/*' || type.endsWith('/json') || type.endsWith('+json');
  return types.includes(JWT_TYPE) && !types.some(isJson);
}

export const BADGE_OPERATIONS: readonly RunningOperation[] = [READ_BADGE];
