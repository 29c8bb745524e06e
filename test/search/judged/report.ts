// The figures of a run of the judged suite, for people.

export interface Judged {
  kind: string;
  q: string;
  index: string;
  ndcg: number;
  /** Grades and names of the first answers. */
  got: readonly { grade: number; name: string }[];
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** One line over all, one for each kind, and the queries that were answered worst. */
export function report(name: string, judged: readonly Judged[], worst: number): string {
  const figure = (some: readonly Judged[]) => mean(some.map(({ ndcg }) => ndcg)).toFixed(3);
  const kinds = [...new Set(judged.map(({ kind }) => kind))];
  const lines = [
    `nDCG@10 on ${name}: ${figure(judged)} over ${judged.length} queries`,
    ...kinds.map((kind) => {
      const some = judged.filter((one) => one.kind === kind);
      return `  ${kind.padEnd(16)}${figure(some)}  (${some.length})`;
    }),
  ];
  const low = [...judged].sort((a, b) => a.ndcg - b.ndcg).filter(({ ndcg }) => ndcg < 0.9);
  for (const { kind, q, index, ndcg, got } of low.slice(0, worst)) {
    lines.push(`  ${ndcg.toFixed(3)}  ${kind}: ${JSON.stringify(q)} in ${index}`);
    lines.push(`         ${got.map(({ grade, name: answer }) => `${answer} ${grade}`).join(', ') || 'nothing'}`);
  }
  return lines.join('\n');
}
