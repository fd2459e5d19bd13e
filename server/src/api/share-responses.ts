/** An error answer that many operations give in the same way is described once, as a component of its own. */

type Response = { $ref?: string; content?: Record<string, { schema?: { $ref?: string } }> };
type Operations = Record<string, { responses?: Record<string, Response> }>;
type Document = { paths?: object; components?: object };

/** Changes the document. Only answers whose schema has a name: others have codes of their operation alone. */
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
