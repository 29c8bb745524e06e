/** What is wrong with a condition text, for the body of a 400. */
export interface RuleError {
  /** Offset in the text, from 0, in UTF-16 units. */
  readonly position: number;
  /** One sentence for the author of the condition; quotes at most a few words of the text. */
  readonly message: string;
}

const QUOTED_LENGTH = 60;

/** A piece of the author's text for a message, cut to a readable length. */
export function excerpt(text: string): string {
  return text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text;
}
