export interface Change {
  value: string;
  added?: boolean;
  removed?: boolean;
}

/** Words that were changed one after another as one change: first all removed words, then the added ones. */
export function joinChanges(parts: readonly Change[]): Change[] {
  const joined: Change[] = [];
  let [gone, made] = ['', ''];
  const end = () => {
    if (gone) joined.push({ value: gone, removed: true });
    if (made) joined.push({ value: made, added: true });
    [gone, made] = ['', ''];
  };
  for (const { value, added, removed } of parts)
    if (removed) gone += value;
    else if (added) made += value;
    else if (gone && made && value.trim() === '') [gone, made] = [gone + value, made + value];
    else {
      end();
      joined.push({ value });
    }
  end();
  return joined;
}
