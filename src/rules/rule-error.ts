/** An error in a condition text, for the body of a 400. */
export interface RuleError {
  /** Zero-based offset in the text, in UTF-16 code units. */
  readonly position: number;
  /** One sentence for the author of the condition; quotes at most a short excerpt of the text. */
  readonly message: string;
}

const QUOTED_LENGTH = 60;

/** Shortens text for quotation in a message. */
export function excerpt(text: string): string {
  return text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text;
}
