/** The tree of a parsed template. */

export type Expression =
  | { kind: 'literal'; value: unknown }
  | {
      kind: 'path';
      /** `@index`; otherwise a field. */
      isData: boolean;
      /** Number of `../`. */
      depth: number;
      parts: readonly string[];
      /** Begins with `this` or `./`, so it is not a parameter of a block. */
      isScoped: boolean;
    }
  | { kind: 'call'; helper: string; params: readonly Expression[]; hash: readonly (readonly [string, Expression])[] };

export type TemplateNode =
  | { kind: 'text'; text: string }
  /** `isRaw`: in triple braces. */
  | { kind: 'value'; of: Expression; isRaw: boolean }
  | {
      kind: 'block';
      /** if, unless, each or with; null for a section. */
      name: string | null;
      of: Expression;
      hash: readonly (readonly [string, Expression])[];
      body: readonly TemplateNode[];
      inverse: readonly TemplateNode[];
      blockParams: readonly string[];
    };

export type Template = readonly TemplateNode[];

/** A template that cannot be parsed, or that exceeds its budget. The message is for its author. */
export class TemplateError extends Error {}
