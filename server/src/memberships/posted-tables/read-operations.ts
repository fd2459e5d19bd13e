/** Reads what was posted: the postings of a kind, one of them, or its rows. */

import { Type } from 'typebox';
import { AppError, type Text } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { LIST_QUERY, PaginationSchema } from '../../operations/list.ts';
import { type Operation, operation, type Tools } from '../../operations/operation.ts';
import type { Scope } from '../../operations/scopes.ts';
import { answerRows } from './answer-rows.ts';
import { readProblems } from './pg-posted-rows.ts';
import { findPosting, listPostings } from './pg-postings.ts';
import {
  POSTING_PREFIX,
  type Posting,
  type PostingKind,
  postingSchema,
  recordFieldOf,
  toPostingRecord,
} from './posting.ts';
import { RowsAnswer, RowsQuerySchema } from './rows-schema.ts';

/** Everybody with the scope may read all postings of these kinds. For rosters there are special rules. */
type ReadableKind = Exclude<PostingKind, 'roster'>;

type Readable = {
  kind: ReadableKind;
  scope: Scope;
  tag: string;
  /** Part of the operations' ids: `Import` gives `listImports`, `getImport` and `listImportRows`. */
  name: string;
  unknown: Text;
};

const Params = Type.Object({ id: Type.String() });

export function readOperations(readable: Readable): readonly Operation[] {
  return [list(readable), read(readable), rows(readable)];
}

function list({ kind, scope, tag, name }: Readable): Operation {
  return operation({
    method: 'GET',
    path: `/${kind}s`,
    operationId: `list${name}s`,
    scope,
    tag,
    summary: `List ${kind}s`,
    description: 'Lists leave out `problems`.',
    query: Type.Object(LIST_QUERY),
    answers: {
      200: Type.Object(
        { [`${kind}s`]: Type.Array(postingSchema(kind)), pagination: PaginationSchema },
        { description: 'One page, newest first.' },
      ),
    },
    refusals: [],
    run: async (tools, { who, query, language }) => {
      const { postings, pagination } = await listPostings(tools, who, query, { kind });
      const records = postings.map((posting) => toPostingRecord(posting, [], language));
      return { status: 200, body: { [`${kind}s`]: records, pagination } };
    },
  });
}

function read({ kind, scope, tag, name, unknown }: Readable): Operation {
  return operation({
    method: 'GET',
    path: `/${kind}s/:id`,
    operationId: `get${name}`,
    scope,
    tag,
    summary: `Read ${articleOf(kind)} ${kind}`,
    description: 'Its rows are kept for 90 days.',
    params: Params,
    answers: {
      200: Type.Object({ [kind]: postingSchema(kind) }, { description: `The ${kind}.` }),
    },
    refusals: [404],
    run: async (tools, { who, params, language }) => {
      const posting = await postingNamed(tools, who, kind, params.id, unknown);
      const problems = await readProblems(tools, posting.id);
      return { status: 200, body: { [kind]: toPostingRecord(posting, problems, language) } };
    },
  });
}

function rows({ kind, scope, tag, name, unknown }: Readable): Operation {
  return operation({
    method: 'GET',
    path: `/${kind}s/:id/rows`,
    operationId: `list${name}Rows`,
    scope,
    tag,
    summary: `List the rows of ${articleOf(kind)} ${kind}`,
    description: `\`format=csv\` and \`format=xlsx\` return the posted columns plus \`status, ${recordFieldOf(kind)}, error, message\`, to correct and post again.`,
    params: Params,
    query: RowsQuerySchema,
    answers: { 200: RowsAnswer[kind] },
    refusals: [404],
    run: async (tools, { who, params, query, language }) => {
      const posting = await postingNamed(tools, who, kind, params.id, unknown);
      return answerRows(tools, who, posting, query, language);
    },
  });
}

function articleOf(kind: ReadableKind): string {
  return kind === 'import' ? 'an' : 'a';
}

async function postingNamed(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  kind: ReadableKind,
  named: string,
  unknown: Text,
): Promise<Posting> {
  const id = parseId(POSTING_PREFIX[kind], named);
  const posting = id && (await findPosting(tools, owner, id, { kind }));
  if (posting !== undefined) return posting;
  throw new AppError('not_found', unknown);
}
