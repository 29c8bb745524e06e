import { ClientError } from 'cairn/client';

/** What a call that failed is rejected with. */
export function clientError(status: number, message: string, retryAfterSeconds: number | null = null): ClientError {
  const requestId = status === 500 ? '019cd6f0-4a1b-7c3d-8e2f-5a6b7c8d9e0f' : null;
  return new ClientError(message, {
    ...{ status, requestId, retryAfterSeconds },
    ...{ errorType: null, operation: 'listTables', body: null },
  });
}
