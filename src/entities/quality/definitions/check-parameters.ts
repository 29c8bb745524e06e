/** Checks the values that a test case gives to the parameters of its definition. Pure. */
import {
  catalogError,
  type TestCaseParameterDefinition,
  type TestCaseParameterValue,
  type TestDefinition,
} from '../../../../contract/index.js';
import { isOwnDefinition } from './own-definitions.js';

/** Refuses with 400 parameters that share a name, and rules that compare with an unknown one. */
export function checkParameterDefinitions(parameters: readonly TestCaseParameterDefinition[]): void {
  const names = new Set<string>();
  for (const { name = '' } of parameters) {
    if (name === '') throw catalogError('BAD_REQUEST', 'parameterDefinition: every parameter requires a name');
    if (names.has(name)) throw catalogError('BAD_REQUEST', `parameterDefinition: ${name} occurs twice`);
    names.add(name);
  }
}

type Defined = Pick<TestDefinition, 'name' | 'parameterDefinition' | 'testPlatforms'>;

/** Refuses with 400 values that do not fit the definition. */
export function checkParameterValues(given: readonly TestCaseParameterValue[], definition: Defined): void {
  const parameters = definition.parameterDefinition ?? [];
  if (isFree(definition)) return;
  const values = new Map<string, string | undefined>();
  for (const { name = '', value } of given) {
    if (!parameters.some((parameter) => parameter.name === name))
      throw refused(`${name} is not a parameter of ${definition.name}; its parameters are ${namesOf(parameters)}`);
    if (values.has(name)) throw refused(`${name} is given twice`);
    values.set(name, value);
  }
  for (const parameter of parameters) checkParameter(parameter, values);
}

/** Tests of other platforms have parameters that their definitions do not list; so does the comparison of tables. */
function isFree({ name, testPlatforms }: Defined): boolean {
  if (isOwnDefinition(name)) return false;
  return name === 'tableDiff' || testPlatforms.some((platform) => platform !== 'OpenMetadata');
}

function checkParameter(parameter: TestCaseParameterDefinition, values: ReadonlyMap<string, string | undefined>): void {
  const { name = '', dataType, required, optionValues, validationRule } = parameter;
  const value = values.get(name);
  if (value === undefined || value === '') {
    if (required) throw refused(`${name} is required`);
    return;
  }
  if (!hasType(value, dataType)) throw refused(`${name} must be ${TYPES[dataType ?? ''] ?? 'a text'}`);
  const options = (optionValues ?? []).filter((option) => typeof option === 'string');
  if (options.length > 0 && !options.includes(value)) throw refused(`${name} must be one of ${options.join(', ')}`);
  const other = validationRule?.parameterField ? values.get(validationRule.parameterField) : undefined;
  if (other === undefined || other === '' || !validationRule?.rule) return;
  const rule = RULES[validationRule.rule];
  if (rule && !rule.holds(value, other))
    throw refused(`${name} must be ${rule.text} ${validationRule.parameterField ?? ''}`);
}

const NUMBERS = ['NUMBER', 'INT', 'FLOAT', 'DOUBLE', 'DECIMAL'];

const TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(NUMBERS.map((type) => [type, 'a number'])),
  BOOLEAN: 'true or false',
};

function hasType(value: string, type: string | undefined): boolean {
  if (type === undefined) return true;
  if (NUMBERS.includes(type)) return value.trim() !== '' && Number.isFinite(Number(value));
  return type !== 'BOOLEAN' || /^(true|false)$/i.test(value);
}

const RULES: Readonly<Record<string, { text: string; holds(value: string, other: string): boolean }>> = {
  EQUALS: { text: 'equal to', holds: (value, other) => value === other },
  NOT_EQUALS: { text: 'different from', holds: (value, other) => value !== other },
  GREATER_THAN_OR_EQUALS: { text: 'at least', holds: (value, other) => Number(value) >= Number(other) },
  LESS_THAN_OR_EQUALS: { text: 'at most', holds: (value, other) => Number(value) <= Number(other) },
};

function namesOf(parameters: readonly TestCaseParameterDefinition[]): string {
  return parameters.length === 0 ? 'none' : parameters.map(({ name }) => name).join(', ');
}

function refused(message: string) {
  return catalogError('BAD_REQUEST', `parameterValues: ${message}`);
}
