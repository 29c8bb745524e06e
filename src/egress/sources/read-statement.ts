/**
 * Whether a statement begins like one that only reads. A read-only transaction alone is not enough: PostgreSQL lets it
 * run `copy ... to program` and code blocks, MySQL lets it write files (see `mysql-source.ts`), and SQLite lets it
 * attach other files. MySQL runs what a comment contains that begins with `!`.
 */
export const isReadStatement = (text: string): boolean => READS.test(text);

const READS = /^(?:\s|\(|--[^\n]*\n|\/\*(?!!)[\s\S]*?\*\/)*(?:select|with|values|table|show|describe|explain)\b/i;

/** The reason for refusing another one, as a clause. */
export const ONLY_READS = 'only read-only statements are allowed';
