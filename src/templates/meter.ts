import { TemplateError } from './template.js';
import { textOf } from './values.js';

/** Counts the cost of an evaluation, so that no template takes long or fills the memory. */
export interface Meter {
  /** Throws once the budget is used up. */
  spend(steps: number): void;
  /** The text of a value. */
  text(value: unknown): string;
  /** Throws if text of this length would exceed the budget. */
  fits(length: number): void;
  /** Counts text of the result. */
  add(length: number): void;
}

const CHARACTERS_PER_STEP = 20;

export function createMeter(mostSteps: number, mostText: number): Meter {
  let steps = 0;
  let text = 0;
  const fits = (length: number) => {
    if (text + length > mostText) throw new TemplateError(`the result is longer than ${mostText} characters`);
  };
  const spend = (more: number) => {
    steps += more;
    if (steps > mostSteps) throw new TemplateError(`evaluating it takes more than ${mostSteps} steps`);
  };
  return {
    spend,
    text(value) {
      const shown = textOf(value);
      spend(shown.length / CHARACTERS_PER_STEP);
      return shown;
    },
    fits,
    add(length) {
      fits(length);
      text += length;
    },
  };
}
