/** What the tests use of it; the package has no types. */
declare module '@20minutes/s3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    /** Answers a request that another server received. */
    callback(): (asked: IncomingMessage, response: ServerResponse) => void;
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
