/** The types of an operation's input and response; exists for the type checker only. */
export interface Shape {
  params: object;
  query: object;
  body: unknown;
  answer: unknown;
}

declare const shape: unique symbol;

/**
 * An operation of the API: method and path below `/api`, the media type of its body where that is not JSON (`-`: it has none), and
 * `bytes` if it returns a file. A plain text, so a bundled program contains only the operations that it uses.
 */
export type Operation<S extends Shape = Shape> = string & { readonly [shape]?: S };

export type ShapeOf<O> = O extends { readonly [shape]?: infer S extends Shape } ? S : never;

/** The parts of an operation that are known at run time. */
export interface OperationParts {
  method: string;
  path: string;
  media: string;
  /** Whether it returns the content of a file, of any media type. */
  isFile: boolean;
}

export function partsOf(operation: Operation): OperationParts {
  const [method = 'GET', path = '/', media = 'application/json', answer] = operation.split(' ');
  return { method, path, media, isFile: answer === 'bytes' };
}

/** The path with its parameters filled in. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '') throw new TypeError(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}

/** Query parameters as they are sent; what is undefined or null is left out, lists are joined with commas. */
export function queryText(query: Readonly<Record<string, unknown>> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, Array.isArray(value) ? value.join(',') : String(value));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
