/** Signed requests to one bucket of an S3-compatible service. */
import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { type Dispatcher, interceptors, request } from 'undici';
import { outgoing } from '../../../../runtime/node/outgoing.ts';
import { UsageError } from '../../../errors.ts';
import { bodyOf, RETRIED } from '../../requests.ts';
import { PublishError } from '../errors.ts';
import type { Environment } from './place.ts';

export interface S3Settings {
  /** URL of the bucket, without a trailing slash. */
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

export interface S3Answer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  body: Buffer;
}

export interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Key of the object; empty: the bucket itself. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Statuses other than 2xx that are not errors. */
  accepted?: readonly number[];
}

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
const TIMEOUT_MS = 60_000;
/** Concurrent requests: as many as `verifyDataset` reads. */
const CONNECTIONS = 16;
const MAX_ANSWER_BYTES = 1 << 27;

/** @throws UsageError that names the missing variable. */
export function settingsOf(name: string, environment: Environment): S3Settings {
  const needed = (variable: string) => {
    const value = environment[variable];
    if (value) return value;
    throw new UsageError(`s3://${name} needs ${variable} in the environment.`);
  };
  const region = environment.AWS_REGION || environment.AWS_DEFAULT_REGION || 'us-east-1';
  const endpoint = environment.AWS_ENDPOINT_URL_S3 || environment.AWS_ENDPOINT_URL;
  const sessionToken = environment.AWS_SESSION_TOKEN;
  return {
    // Other services rarely have a host name per bucket.
    bucket: endpoint ? `${endpointOf(endpoint)}/${name}` : `https://${name}.s3.${region}.amazonaws.com`,
    region,
    accessKeyId: needed('AWS_ACCESS_KEY_ID'),
    secretAccessKey: needed('AWS_SECRET_ACCESS_KEY'),
    ...(sessionToken ? { sessionToken } : {}),
  };
}

function endpointOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '');
  throw new UsageError(`The S3 endpoint "${text}" is not an http(s) URL.`);
}

export class S3Client {
  readonly #settings: S3Settings;
  /** Signing keys are valid for a day: cached, not made for every request. */
  readonly #keys = new Map<string, ArrayBuffer>();
  readonly #dispatcher: Dispatcher;

  constructor(settings: S3Settings, pause = FIRST_PAUSE_MS) {
    this.#settings = settings;
    const agent = outgoing({
      connections: CONNECTIONS,
      connect: { timeout: TIMEOUT_MS },
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    // The attempts share one signature, valid for 15 minutes. The last answer is returned: it contains the error.
    this.#dispatcher = agent.compose(
      interceptors.retry({ ...RETRIED, maxRetries: ATTEMPTS - 1, minTimeout: pause, throwOnError: false }),
    );
  }

  close(): Promise<void> {
    return this.#dispatcher.close();
  }

  /** @throws PublishError with the error of the service. */
  async send(asked: S3Request): Promise<S3Answer> {
    const answer = await this.#answer(asked).catch((error: unknown) => {
      throw error instanceof Error ? this.#failure(asked, error) : error;
    });
    if (isAnswer(answer.status, asked.accepted)) return answer;
    throw this.#failure(asked, answer);
  }

  async #answer({ method, key, query = {}, headers = {}, body }: S3Request): Promise<S3Answer> {
    const url = new URL(
      this.#settings.bucket + (key === '' ? '' : `/${key.split('/').map(encodeURIComponent).join('/')}`),
    );
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    // The service compares the digest with the received body and refuses a truncated one.
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const { bucket: _, ...credentials } = this.#settings;
    const signed = await new AwsV4Signer({
      ...credentials,
      service: 's3',
      cache: this.#keys,
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': digest },
    }).sign();
    const response = await request(signed.url, {
      dispatcher: this.#dispatcher,
      method,
      headers: Object.fromEntries(signed.headers.entries()),
      ...(body ? { body } : {}),
    });
    const { statusCode: status, headers: sent } = response;
    return { status, headers: sent, body: await bodyOf(response, MAX_ANSWER_BYTES, tooLarge) };
  }

  #failure({ method, key }: S3Request, answer: S3Answer | Error): PublishError {
    const what = `${method} ${this.#settings.bucket}/${key}`;
    if (answer instanceof Error) {
      return new PublishError(`${what}: ${answer.message} (given up after ${ATTEMPTS} attempts)`, {
        cause: answer,
      });
    }
    const text = answer.body.subarray(0, 4096).toString('utf8');
    const [code, message] = ['Code', 'Message'].map((tag) => new RegExp(`<${tag}>([^<]*)`).exec(text)?.[1]);
    const reason = [answer.status, code, message].filter(Boolean).join(' ');
    const hint =
      answer.status === 403
        ? ' The key needs s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket.'
        : '';
    return new PublishError(`${what} answers ${reason}.${hint}`);
  }
}

function isAnswer(status: number, accepted: readonly number[] = []): boolean {
  return (status >= 200 && status < 300) || accepted.includes(status);
}

const tooLarge = () => new PublishError(`An answer has more than ${MAX_ANSWER_BYTES} bytes.`);
