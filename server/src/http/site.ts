/** Where this service stands, and what it calls itself. */
export type Site = {
  /** Without a slash at its end. */
  baseUrl: string;
  serviceName: string;
};
