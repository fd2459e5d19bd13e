/** The look of a council, in the dashboard. */

import { Type } from 'typebox';
import type { Database, Query } from '../../database/pool.ts';
import type { App } from '../../http/app.ts';
import { fileOf, nullable, refusals } from '../../http/schema.ts';
import { accountIdOf } from '../../http/signed-in.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { actorOf } from '../../people/login/person.ts';
import { changeLook } from './change-look.ts';
import { readImages, readLook } from './pg-council.ts';
import { MOST_IMAGE_BYTES, readImage, takeImage } from './take-image.ts';
import { writePng } from './write-png.ts';

export type CouncilRoutePorts = { records: Database; now: Clock };

const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: '#rrggbb.' });
const ImageHash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const SignatureSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  office: Type.String({ minLength: 1, maxLength: 200 }),
  image: nullable(ImageHash),
});

const LookSchema = Type.Object(
  {
    name: Type.String({ description: 'As printed; the name of the account where none was given.' }),
    color: Color,
    accent: Color,
    logo: nullable(ImageHash),
    signatures: Type.Array(SignatureSchema),
  },
  { title: 'Council' },
);

const Change = Type.Object({
  name: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 200 }))),
  color: Type.Optional(Color),
  accent: Type.Optional(Color),
  logo: Type.Optional(nullable(ImageHash)),
  signatures: Type.Optional(Type.Array(SignatureSchema, { maxItems: 2 })),
});

const ImageSchema = Type.Object({ sha256: ImageHash, width: Type.Integer(), height: Type.Integer() });

export function councilRoutes(app: App, ports: CouncilRoutePorts): void {
  const answer = { 200: Type.Object({ council: LookSchema }) };
  app.get('/council', { schema: { response: answer } }, async (request) => {
    const { signatures, ...look } = await readLook(ports.records, accountIdOf(request));
    return { council: { ...look, signatures: [...signatures] } };
  });
  app.patch('/council', { schema: { body: Change, response: answer } }, async (request) => {
    const { signatures, ...look } = await ports.records.transaction((within) =>
      changeLook({ query: within, now: ports.now }, accountIdOf(request), actorOf(request), request.body),
    );
    return { council: { ...look, signatures: [...signatures] } };
  });
  app.register(async (part: App) =>
    imageRoutes(part, ports, (...statement) => ports.records.query(...statement)),
  );
}

function imageRoutes(app: App, ports: CouncilRoutePorts, query: Query): void {
  app.addContentTypeParser(
    ['image/png', 'image/jpeg'],
    { parseAs: 'buffer', bodyLimit: MOST_IMAGE_BYTES },
    (_request, body, done) => done(null, body),
  );
  const made = { 201: Type.Object({ image: ImageSchema }), ...refusals(422) };
  app.post('/council/images', { schema: { response: made } }, async (request, reply) => {
    const { body } = request;
    if (!Buffer.isBuffer(body)) throw noImage();
    const image = await readImage(body);
    const taken = await ports.records.transaction((within) =>
      takeImage({ query: within, now: ports.now }, accountIdOf(request), image),
    );
    return reply.code(201).send({ image: taken });
  });
  const schema = {
    params: Type.Object({ sha256: ImageHash }),
    response: { 200: fileOf('image/png', 'image/jpeg'), ...refusals(404, 422) },
  };
  app.get('/council/images/:sha256', { schema }, async (request, reply) => {
    const { sha256 } = request.params;
    const image = (await readImages({ query }, accountIdOf(request), [sha256])).get(sha256);
    if (image === undefined) throw noSuchImage();
    const isJpeg = image.kind === 'jpeg';
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    reply.type(isJpeg ? 'image/jpeg' : 'image/png').serializer((bytes: unknown) => bytes as string);
    return reply.send(isJpeg ? Buffer.from(image.bytes) : writePng(image));
  });
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
