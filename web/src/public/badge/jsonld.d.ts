/** The parts of jsonld used here; the package has no types of its own. */
declare module 'jsonld' {
  type Options = {
    algorithm: string;
    format: string;
    base: null;
    safe: boolean;
    rdfDirection: string;
    documentLoader: (url: string) => Promise<object>;
  };
  const jsonld: { canonize(document: object, options: Options): Promise<string> };
  // biome-ignore lint/style/noDefaultExport: it is how the package exports itself.
  export default jsonld;
}
