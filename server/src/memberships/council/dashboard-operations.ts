/** The look of a council, in the dashboard. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../database/pool.ts';
import { readWholeBody, typeOfBody } from '../../http/bodies/held-body.ts';
import { demandBodySoon } from '../../http/connection/body-deadline.ts';
import { fileOf, nullable } from '../../http/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { type Operation, operationsWith, type Tools } from '../../operations/operation.ts';
import { changeLook } from './change-look.ts';
import type { CouncilLook } from './look.ts';
import { readBadgeImageOf } from './pg-badge-images.ts';
import { readImages, readLook, readSealsDocuments } from './pg-council.ts';
import { MOST_IMAGE_BYTES, readImage, takeImage } from './take-image.ts';
import { writePng } from './write-png.ts';

export type CouncilPorts = { records: Database; now: Clock };

const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: '#rrggbb.' });
const ImageHash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const SignatureSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  office: Type.String({ minLength: 1, maxLength: 200 }),
  image: nullable(ImageHash),
});

const SealsDocuments = Type.Boolean({
  description:
    'Diplomas, constancias and transcripts get a sealed copy too, which takes a second certificate for each.',
});

const BadgeImage = nullable({
  ...ImageHash,
  description: 'The picture of the badges of courses that have none of their own; null: the usual one.',
});

const LookSchema = Type.Object(
  {
    name: Type.String({ description: 'As printed. Defaults to the name of the account.' }),
    color: Color,
    accent: Color,
    logo: nullable(ImageHash),
    signatures: Type.Array(SignatureSchema),
    badge_image: BadgeImage,
    seals_documents: SealsDocuments,
  },
  { title: 'Council' },
);

const Change = Type.Object({
  name: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 200 }))),
  color: Type.Optional(Color),
  accent: Type.Optional(Color),
  logo: Type.Optional(nullable(ImageHash)),
  signatures: Type.Optional(Type.Array(SignatureSchema, { maxItems: 2 })),
  badge_image: Type.Optional(BadgeImage),
  seals_documents: Type.Optional(SealsDocuments),
});

const ImageSchema = Type.Object({ sha256: ImageHash, width: Type.Integer(), height: Type.Integer() });

const { acting, running } = operationsWith<CouncilPorts>();

const TAG = 'Council';
const LookAnswer = Type.Object({ council: LookSchema });

/** The operations have no mode, because the council's look is the same in both modes. */
export const COUNCIL_OPERATIONS: readonly Operation<CouncilPorts>[] = [
  acting({
    method: 'GET',
    path: '/council',
    operationId: 'getCouncil',
    scope: 'programs:read',
    tag: TAG,
    summary: 'Read how the council looks',
    answers: { 200: LookAnswer },
    refusals: [],
    act: async ({ records }, { who: { accountId } }) =>
      answerOf(await readLook(records, accountId), await restOf(records, accountId)),
  }),
  running({
    method: 'PATCH',
    path: '/council',
    operationId: 'updateCouncil',
    scope: 'programs:write',
    tag: TAG,
    summary: 'Change how the council looks',
    body: Change,
    answers: { 200: LookAnswer },
    refusals: [],
    run: async (tools, { who, body }) =>
      answerOf(await changeLook(tools, who, body), await restOf(tools, who.accountId)),
  }),
  acting({
    method: 'POST',
    path: '/council/images',
    operationId: 'uploadCouncilImage',
    scope: 'programs:write',
    tag: TAG,
    summary: 'Upload a logo, a signature or the picture of badges',
    isStream: true,
    answers: { 201: Type.Object({ image: ImageSchema }) },
    refusals: [413, 415, 422, 'rate_limit_exceeded'],
    act: async ({ records, now }, { who, request, reply }) => {
      const image = await readImage(await readBody(request, reply));
      const taken = await records.transaction((query) => takeImage({ query, now }, who.accountId, image));
      return { status: 201, body: { image: taken } };
    },
  }),
  acting({
    method: 'GET',
    path: '/council/images/:sha256',
    operationId: 'getCouncilImage',
    scope: 'programs:read',
    tag: TAG,
    summary: 'Show an uploaded image',
    params: Type.Object({ sha256: ImageHash }),
    answers: { 200: fileOf('image/png', 'image/jpeg') },
    refusals: [404],
    act: async ({ records }, { who, params: { sha256 }, reply }) => {
      const image = (await readImages(records, who.accountId, [sha256])).get(sha256);
      if (image === undefined) throw noSuchImage();
      const isJpeg = image.kind === 'jpeg';
      // Sent directly, because the answer's `file` would be a download, but the page has to show the image.
      reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type(isJpeg ? 'image/jpeg' : 'image/png')
        .serializer((bytes: unknown) => bytes as string)
        .send(isJpeg ? Buffer.from(image.bytes) : await writePng(image));
      return undefined;
    },
  }),
];

/** The settings of a council that do not change how documents look. */
async function restOf(tools: Pick<Tools, 'query'>, accountId: AccountId) {
  return {
    badge_image: await readBadgeImageOf(tools, accountId),
    seals_documents: await readSealsDocuments(tools, accountId),
  };
}

function answerOf({ signatures, ...look }: CouncilLook, rest: Awaited<ReturnType<typeof restOf>>) {
  const council = { ...look, signatures: [...signatures], ...rest };
  return { status: 200, body: { council } } as const;
}

/**
 * Reads the image. It is small, so it must arrive within the same few seconds as other bodies; only file uploads get
 * more time.
 */
async function readBody(request: FastifyRequest, reply: FastifyReply): Promise<Uint8Array> {
  if (!['image/png', 'image/jpeg'].includes(typeOfBody(request))) throw noImage();
  demandBodySoon(request.server.server, request.raw, reply.raw);
  return readWholeBody(request, { maxBytes: MOST_IMAGE_BYTES });
}

function noImage(): AppError {
  return new AppError('unsupported_media_type', {
    en: 'Send the image as the body, with Content-Type image/png or image/jpeg.',
    es: 'Envíe la imagen como cuerpo, con Content-Type image/png o image/jpeg.',
  });
}

function noSuchImage(): AppError {
  return new AppError('not_found', {
    en: 'There is no such image in your account.',
    es: 'No hay tal imagen en su cuenta.',
  });
}
