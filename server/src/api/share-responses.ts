/** An error answer that many operations share is described once, as a component. */

type Response = { $ref?: string; content?: Record<string, { schema?: { $ref?: string } }> };
type Operations = Record<string, { responses?: Record<string, Response> }>;
type Document = { paths?: object; components?: object };

/**
 * Changes the document in place. Only answers whose schema has a name: the others have codes of their own operation.
 */
export function shareResponses(document: Document): void {
  const shared: Record<string, Response> = {};
  for (const operations of Object.values((document.paths ?? {}) as Record<string, Operations>)) {
    for (const { responses = {} } of Object.values(operations)) {
      for (const [status, response] of Object.entries(responses)) {
        const name = errorName(response);
        if (name === undefined) continue;
        shared[name] ??= response;
        // The same codes may come with other headers, such as those of a call without a key.
        if (JSON.stringify(shared[name]) === JSON.stringify(response))
          responses[status] = { $ref: `#/components/responses/${name}` };
      }
    }
  }
  document.components = { ...document.components, responses: shared };
}

function errorName({ content }: Response): string | undefined {
  const reference = content?.['application/json']?.schema?.$ref;
  return /\/(Error\d+)$/.exec(reference ?? '')?.[1];
}
