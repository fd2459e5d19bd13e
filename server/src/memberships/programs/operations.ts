/** Programs, by API. */

import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { EmptyBody } from '../../operations/empty-body.ts';
import { LIST_QUERY, PaginationSchema } from '../../operations/list.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { EvaluationSchema } from '../standing/evaluation-schema.ts';
import { changeProgram, ProgramChange } from './change-program.ts';
import { createProgram, NewProgram } from './create-program.ts';
import { programNamed } from './find-program.ts';
import { deleteProgram, moveProgram } from './move-program.ts';
import { listPrograms } from './pg-programs.ts';
import type { OpenTerms } from './ports.ts';
import { PROGRAM_STATUSES, ProgramAnswer, ProgramSchema, toProgramRecord } from './program.ts';
import { Trial, tryRules } from './trial.ts';

const TAG = 'Programs';
const PARAMS = Type.Object({ id: Type.String() });
/** Every problem with rules has the same code, whether the schema or the checks find it. */
const CODES = { rules: 'invalid_rules', checklist: 'invalid_rules' } as const;

export function programOperations(openTerms: OpenTerms): readonly Operation[] {
  return [list(), create(), read(), change(openTerms), remove(), activate(), retire(), evaluateTrial()];
}

function list(): Operation {
  return operation({
    method: 'GET',
    path: '/programs',
    operationId: 'listPrograms',
    scope: 'programs:read',
    tag: TAG,
    summary: 'List programs',
    description: 'Each with its newest version.',
    query: Type.Object({ ...LIST_QUERY, status: Type.Optional(oneOf(PROGRAM_STATUSES)) }),
    answers: {
      200: Type.Object(
        { programs: Type.Array(ProgramSchema), pagination: PaginationSchema },
        { description: 'One page, newest first.' },
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
    description:
      'A program holds the rules of a council: how long a term is, what points are given for, how many are needed. It begins as a draft, which may be changed and tried freely until it is activated. Invalid rules are refused with `invalid_rules`; the message names the path.',
    body: NewProgram,
    codes: CODES,
    answers: { 201: { ...ProgramAnswer, description: 'The program, a draft.' } },
    refusals: ['external_id_taken', 'invalid_rules'],
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
    params: PARAMS,
    query: Type.Object({
      version: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1_000_000,
          description: 'A version of its rules; defaults to the newest.',
        }),
      ),
    }),
    answers: { 200: { ...ProgramAnswer, description: 'The program.' } },
    refusals: [404],
    run: async (tools, { who, params, query }) => {
      const program = await programNamed(tools, who, params.id, query.version);
      return { status: 200, body: { program: toProgramRecord(program) } };
    },
  });
}

function change(openTerms: OpenTerms): Operation {
  return operation({
    method: 'PATCH',
    path: '/programs/:id',
    operationId: 'updateProgram',
    scope: 'programs:write',
    tag: TAG,
    summary: 'Change a program',
    description:
      'Changes only the fields in the body. The rules and checklist of a draft change in place. Once the program is active, each change makes a new version: terms keep the version with which they were opened, unless `applies_to` is `open_terms`; then `term_months` and `anchor` cannot change, and categories with awards cannot be removed.',
    params: PARAMS,
    body: ProgramChange,
    codes: CODES,
    answers: { 200: { ...ProgramAnswer, description: 'The program as it is now.' } },
    refusals: [404, 'external_id_taken', 'version_conflict', 'category_in_use', 'invalid_rules'],
    run: async (tools, { who, params, body }) => {
      const program = await changeProgram(tools, openTerms, who, params.id, body);
      return { status: 200, body: { program: toProgramRecord(program) } };
    },
  });
}

function remove(): Operation {
  return operation({
    method: 'DELETE',
    path: '/programs/:id',
    operationId: 'deleteProgram',
    scope: 'programs:write',
    tag: TAG,
    summary: 'Delete a draft',
    description:
      'Only a draft that no course names can be deleted. A program that was activated can only be retired.',
    params: PARAMS,
    answers: { 204: Type.Null({ description: 'It no longer exists.' }) },
    refusals: [404, 'program_in_use'],
    run: async (tools, { who, params }) => {
      await deleteProgram(tools, who, params.id);
      return { status: 204 };
    },
  });
}

function activate(): Operation {
  return operation({
    method: 'POST',
    path: '/programs/:id/activate',
    operationId: 'activateProgram',
    scope: 'programs:write',
    tag: TAG,
    summary: 'Activate a program',
    description: 'An active program takes memberships, and each change of its rules makes a new version.',
    params: PARAMS,
    body: EmptyBody,
    answers: { 200: { ...ProgramAnswer, description: 'The program, active.' } },
    refusals: [404, 'invalid_transition'],
    run: async (tools, { who, params }) => {
      const program = await moveProgram(tools, who, params.id, 'active');
      return { status: 200, body: { program: toProgramRecord(program) } };
    },
  });
}

function retire(): Operation {
  return operation({
    method: 'POST',
    path: '/programs/:id/retire',
    operationId: 'retireProgram',
    scope: 'programs:write',
    tag: TAG,
    summary: 'Retire a program',
    description: 'The program takes no new memberships. Existing ones continue and can be renewed.',
    params: PARAMS,
    body: EmptyBody,
    answers: { 200: { ...ProgramAnswer, description: 'The program, retired.' } },
    refusals: [404, 'invalid_transition'],
    run: async (tools, { who, params }) => {
      const program = await moveProgram(tools, who, params.id, 'retired');
      return { status: 200, body: { program: toProgramRecord(program) } };
    },
  });
}

function evaluateTrial(): Operation {
  return operation({
    method: 'POST',
    path: '/programs/:id/evaluate',
    operationId: 'evaluateProgram',
    evenSuspended: true,
    scope: 'programs:read',
    tag: TAG,
    summary: 'Try the rules of a program',
    description:
      'Evaluates a membership and awards that are only in the request, by the rules of the program, draft or not. Nothing is stored.',
    params: PARAMS,
    body: Trial,
    answers: {
      200: Type.Object(
        { evaluation: EvaluationSchema },
        { description: 'What counts in the term, what is missing, and why awards count less.' },
      ),
    },
    refusals: [404, 'anchor_missing'],
    run: async (tools, { who, params, body }) => {
      const evaluation = await tryRules(tools, who, params.id, body);
      // No Idempotency-Key is stored: repeating the call changes nothing.
      return { status: 200, body: { evaluation }, isDryRun: true };
    },
  });
}
