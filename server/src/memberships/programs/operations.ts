/** Programs, by API. */

import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import { ExternalId, Metadata } from '../operations/fields.ts';
import { LIST_QUERY, PaginationSchema } from '../operations/list.ts';
import { type Operation, operation } from '../operations/operation.ts';
import { createProgram } from './create-program.ts';
import { findProgram, listPrograms } from './pg-programs.ts';
import { PROGRAM_STATUSES, ProgramAnswer, ProgramSchema, toProgramRecord } from './program.ts';

const TAG = 'Programs';

export const PROGRAM_OPERATIONS: readonly Operation[] = [list(), create(), read()];

function list(): Operation {
  return operation({
    method: 'GET',
    path: '/programs',
    operationId: 'listPrograms',
    scope: 'programs:read',
    tag: TAG,
    summary: 'List programs',
    query: Type.Object({ ...LIST_QUERY, status: Type.Optional(oneOf(PROGRAM_STATUSES)) }),
    answers: {
      200: Type.Object(
        { programs: Type.Array(ProgramSchema), pagination: PaginationSchema },
        { description: 'One page of them, newest first.' },
      ),
    },
    refusals: [],
    run: async (tools, { who, query }) => {
      const { programs, pagination } = await listPrograms(tools, who, query);
      return { status: 200, body: { programs: programs.map(toProgramRecord), pagination } };
    },
  });
}

function create(): Operation {
  return operation({
    method: 'POST',
    path: '/programs',
    operationId: 'createProgram',
    scope: 'programs:write',
    tag: TAG,
    summary: 'Create a program',
    description: 'A draft: it may be changed freely until it is activated.',
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 200 }),
      unit: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
      rules: Type.Object({}, { additionalProperties: true }),
      checklist: Type.Optional(Type.Array(Type.Object({}, { additionalProperties: true }))),
      external_id: Type.Optional(ExternalId),
      metadata: Type.Optional(Metadata),
    }),
    answers: { 201: { ...ProgramAnswer, description: 'The program, a draft.' } },
    refusals: [409],
    run: async (tools, { who, body }) => {
      const program = await createProgram(tools, who, body);
      return {
        status: 201,
        body: { program: toProgramRecord(program) },
        location: `/programs/${program.id}`,
      };
    },
  });
}

function read(): Operation {
  return operation({
    method: 'GET',
    path: '/programs/:id',
    operationId: 'getProgram',
    scope: 'programs:read',
    tag: TAG,
    summary: 'Read a program',
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })) }),
    answers: { 200: { ...ProgramAnswer, description: 'The program.' } },
    refusals: [404],
    run: async (tools, { who, params, query }) => {
      const id = parseId('prg', params.id);
      const program = id && (await findProgram(tools, who, id, query.version));
      if (program === undefined) throw programNotFound();
      return { status: 200, body: { program: toProgramRecord(program) } };
    },
  });
}

function programNotFound(): AppError {
  return new AppError('not_found', {
    en: 'There is no program with this id in your account.',
    es: 'No hay ningún programa con este id en su cuenta.',
  });
}
