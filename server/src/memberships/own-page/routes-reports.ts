/** Activities that a member reports, and corrections that a member asks for. */

import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { nullable, refusals } from '../../http/schema.ts';
import { AppError } from '../../kernel/errors.ts';
import { Day, Points } from '../fields.ts';
import { changeAsMember } from './change-as-member.ts';
import { PageParams } from './council-of-page.ts';
import { whoOf } from './entrance/member-session.ts';
import { reportActivity, withdrawActivity } from './reports/report-activity.ts';
import {
  EVIDENCE_TYPES,
  type EvidencePorts,
  MOST_EVIDENCE_BYTES,
  takeEvidence,
} from './reports/take-evidence.ts';
import { askChange, withdrawRequest } from './requests/ask-change.ts';
import { DONE, Done, ownId, PageAndId, type WriteRoutePorts } from './routes-write.ts';

export type ReportRoutePorts = WriteRoutePorts & EvidencePorts;

export function ownReportRoutes(app: App, ports: ReportRoutePorts): void {
  app.register(async (part: App) => evidence(part, ports));
  activities(app, ports);
  requests(app, ports);
}

/** The file is the body; its name comes percent-encoded in a header, since addresses are logged by others. */
function evidence(app: App, ports: ReportRoutePorts): void {
  app.addContentTypeParser(
    EVIDENCE_TYPES,
    { parseAs: 'buffer', bodyLimit: MOST_EVIDENCE_BYTES },
    (_request, body, done) => done(null, body),
  );
  const made = Type.Object({ evidence_id: Type.String() }, { title: 'MyEvidence' });
  const response = { 201: made, ...refusals(402, 404, 409, 422, 429, 502) };
  const options = { config: { isUpload: true }, schema: { params: PageParams, response } };
  app.post('/evidence', options, async (request, reply) => {
    const { body } = request as { body: unknown };
    if (!Buffer.isBuffer(body) || body.length === 0) throw noFile();
    const file = { name: fileName(request), bytes: body };
    const evidence_id = await takeEvidence(ports, whoOf(request), ownId(request), file);
    return reply.code(201).send({ evidence_id });
  });
}

function fileName({ headers }: FastifyRequest): string {
  const given = headers['x-file-name'];
  if (typeof given !== 'string') return 'evidencia';
  try {
    return decodeURIComponent(given).slice(0, 255) || 'evidencia';
  } catch {
    return 'evidencia';
  }
}

function activities(app: App, ports: ReportRoutePorts): void {
  const body = Type.Object({
    evidence_id: Type.String({ maxLength: 40 }),
    program_id: Type.String({ maxLength: 40 }),
    title: Type.String({ minLength: 1, maxLength: 500 }),
    provider: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    completed_on: Day,
    hours: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000 })),
    category: Type.String({ maxLength: 100 }),
    points: Points,
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
  });
  const made = Type.Object({ award_id: Type.String() }, { title: 'MyReport' });
  const response = { 201: made, ...refusals(404, 409) };
  app.post('/activities', { schema: { params: PageParams, body, response } }, async (request, reply) => {
    const { id } = await changeAsMember(ports, (tools) =>
      reportActivity(tools, whoOf(request), ownId(request), request.body),
    );
    return reply.code(201).send({ award_id: id });
  });
  const withdrawn = { params: PageAndId, response: { 200: Done, ...refusals(404, 409) } };
  app.post('/awards/:id/withdraw', { schema: withdrawn }, async (request) => {
    await changeAsMember(ports, (tools) =>
      withdrawActivity(tools, whoOf(request), ownId(request), request.params.id),
    );
    return DONE;
  });
}

function requests(app: App, ports: ReportRoutePorts): void {
  const value = Type.Optional(nullable(Type.String({ maxLength: 200 })));
  const name = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));
  const changes = Type.Object({
    given_name: name,
    first_surname: name,
    second_surname: value,
    curp: value,
    rfc: value,
    professional_license: value,
    specialty: value,
    specialty_license: value,
  });
  const schema = {
    params: PageParams,
    body: Type.Object({ changes }),
    response: {
      201: Type.Object({ request_id: Type.String() }, { title: 'MyNewRequest' }),
      ...refusals(404, 409),
    },
  };
  app.post('/requests', { schema }, async (request, reply) => {
    const request_id = await changeAsMember(ports, (tools) =>
      askChange(tools, whoOf(request), ownId(request), request.body.changes),
    );
    return reply.code(201).send({ request_id });
  });
  const withdrawn = { params: PageAndId, response: { 200: Done, ...refusals(404, 409) } };
  app.post('/requests/:id/withdraw', { schema: withdrawn }, async (request) => {
    await changeAsMember(ports, (tools) =>
      withdrawRequest(tools, whoOf(request), ownId(request), request.params.id),
    );
    return DONE;
  });
}

function noFile(): AppError {
  return new AppError('empty_file', {
    en: 'Send the file as the body, with its type in Content-Type.',
    es: 'Envíe el archivo como cuerpo, con su tipo en Content-Type.',
  });
}
