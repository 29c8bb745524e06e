/** What the patterns of the schemas ask for, in words. */

const RULES: ReadonlyMap<string, string> = new Map([
  [String.raw`^(?![\s\S]*::)[^"\p{Cc}\p{Cs}]*$`, 'must not contain "::", a double quote or a control character'],
  ['^((?!::).)*$', 'must not contain "::"'],
  [
    String.raw`^<#E::[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}]+::(?:[^:<>|]|:[^:<>|])+(?:::(?:[^:<>|]|:[^:<>|])+)*>$`,
    'must be an entity link such as <#E::table::service.database.schema.name>',
  ],
  [
    String.raw`^[A-Za-z][A-Za-z0-9+.:-]*://[^:/@\s]+:\S*@([^:/@\s]+|\[[0-9A-Fa-f:.]+\]):\d{1,5}/\S+$`,
    'must have the form url_scheme://<username>:<password>@<host>:<port>/<db_name>',
  ],
  ['^[\\S.!#$%&’*+/=?^_`{|}~-]+@\\S+\\.\\S+$', 'must be an e-mail address'],
  [
    "^[A-Za-z0-9][A-Za-z0-9 _\\-.,;%#@!'(){}\\[\\]|=+?`]*$",
    "must begin with a letter from A to Z or a digit, and contain only these, spaces and _-.,;%#@!'(){}[]|=+?`",
  ],
  [String.raw`^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}-]+$`, 'must contain only letters, digits, _ and -'],
  [String.raw`^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}'\-.]+$`, `must contain only letters, digits, _, ', - and .`],
  ['^[a-zA-Z][a-zA-Z0-9]*$', 'must contain only letters from A to Z and digits, and begin with a letter'],
  [
    '^(?=$|.*[A-Za-z0-9])[A-Za-z0-9 ._-]*$',
    'must contain only letters from A to Z, digits, spaces, ., _ and -, and not only signs',
  ],
  [`^[^;'" ]+$`, 'must not contain spaces, quotes or semicolons'],
  ['^(username|email):[a-zA-Z0-9_-]+$', 'must have the form username:claim or email:claim'],
  ['^TASK-[0-9]+$', 'must have the form TASK-1'],
  ['^#[0-9a-fA-F]{6}$', 'must be a color such as #1a2b3c'],
  ['^#([A-Fa-f0-9]{6}|[A-Fa-f0-9]{3})$|^$', 'must be a color such as #1a2b3c'],
]);

export function patternRule(pattern: string): string {
  return RULES.get(pattern) ?? `must match ${pattern}`;
}
