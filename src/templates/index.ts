export { type EvaluateOptions, evaluate } from './evaluate.js';
export type { Environment } from './helper.js';
export { HELPERS } from './helpers.js';
export { readTemplate } from './read-template.js';
export { type Template, TemplateError } from './template.js';
export { textOf } from './values.js';
