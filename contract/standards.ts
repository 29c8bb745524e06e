// Validators of the schemas of other standards, compiled on first use.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';
import { parseObject } from './json.js';
import { formats } from './validation/formats.js';

/** How a value differs from the schema of a standard. */
export interface StandardProblem {
  /** JSON Pointer to the value, empty for the whole document. */
  path: string;
  /** Keyword of JSON Schema that refuses it. */
  keyword: string;
  /** For a property that the standard does not have: its name. */
  unknown?: string;
  message: string;
}

export interface Standards {
  /** What the Open Data Contract Standard 3.1 refuses about a document; empty for a valid one. Compiles on first use. */
  odcsProblems(document: unknown): StandardProblem[];
  /** Compiles now, so that the next document need not wait for it. */
  prepareOdcs(): void;
}

export function createStandards(standardsDir: string): Standards {
  let odcs: ValidateFunction | null = null;
  const compiled = (): ValidateFunction => {
    odcs ??= compile(join(standardsDir, 'odcs-3.1.json'));
    return odcs;
  };
  return {
    odcsProblems(document) {
      const validate = compiled();
      return validate(document) ? [] : (validate.errors ?? []).map(problemOf);
    },
    prepareOdcs: () => void compiled(),
  };
}

function compile(file: string): ValidateFunction {
  const ajv = new Ajv2019({ strict: false, allErrors: true, formats: formats() as never, code: { optimize: false } });
  return ajv.compile(parseObject(readFileSync(file, 'utf8')));
}

function problemOf({
  instancePath,
  keyword,
  params,
  message,
}: NonNullable<ValidateFunction['errors']>[number]): StandardProblem {
  const unknown: unknown = params.unevaluatedProperty ?? params.additionalProperty;
  return {
    path: instancePath,
    keyword,
    ...(typeof unknown === 'string' ? { unknown } : {}),
    message: `${instancePath === '' ? 'the document' : instancePath} ${message ?? keyword}`,
  };
}
