/**
 * Removes JSON errors from the description of operations that return bytes. If any answer of an operation is JSON,
 * oazapfts reads all its answers as text, which would destroy a time stamp. The error codes stay in `x-error-codes`.
 */

type Response = { description?: string; content?: Record<string, { schema?: ErrorShape }> };
type ErrorShape = { properties?: { error?: { enum?: readonly string[] } } };
type Operations = Record<string, { responses?: Record<string, Response> }>;

const BYTES = ['application/octet-stream', 'application/timestamp-reply'];

/** Changes the description in place. It must run before schemas become references. */
export function leaveBytesAlone(paths: Record<string, unknown>): void {
  for (const operations of Object.values(paths as Record<string, Operations>)) {
    for (const { responses = {} } of Object.values(operations)) {
      const types = Object.keys(responses['200']?.content ?? {});
      const [type = ''] = types;
      if (types.length === 1 && BYTES.includes(type)) describeRefusals(responses, type);
    }
  }
}

function describeRefusals(responses: Record<string, Response>, type: string): void {
  const form = type === BYTES[0] ? 'As JSON, with' : 'As TimeStampResp in words, for';
  for (const [status, response] of Object.entries(responses)) {
    const codes = response.content?.['application/json']?.schema?.properties?.error?.enum;
    if (codes === undefined) continue;
    const { content: _, ...rest } = response;
    responses[status] = Object.assign(rest, {
      description: `${form} the code ${codes.map((code) => `\`${code}\``).join(' or ')}.`,
      'x-error-codes': codes,
    });
  }
}
