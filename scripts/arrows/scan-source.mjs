// Splits TypeScript source into code and literals without a parser: enough for rules about imports, words and strings.

const REGEX_MAY_FOLLOW =
  /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield))\s*$/;

/**
 * Returns `{ code, strings }`. `code` has the length and the lines of the source, with comments, regular expressions
 * and the content of strings blanked. `strings` lists every string and template literal as
 * `{ value, start, line }`; the holes of a template appear as `?`.
 */
export function scanSource(source) {
  const out = source.split('');
  const strings = [];
  const lineStarts = findLineStarts(source);
  const blank = (from, to) => {
    for (let i = from; i < to; i++) if (out[i] !== '\n') out[i] = ' ';
  };
  const add = (value, start) => strings.push({ value, start, line: lineOf(lineStarts, start) });

  scanCode(0, false);
  strings.sort((a, b) => a.start - b.start);
  return { code: out.join(''), strings, lineAt: (index) => lineOf(lineStarts, index) };

  // Reads code from `at` to the end, or, in a template's hole, to the brace that closes it.
  function scanCode(at, inHole) {
    let i = at;
    let depth = 0;
    while (i < source.length) {
      const c = source[i];
      if (c === '/' && source[i + 1] === '/') i = skipTo(i, endOfLine(i));
      else if (c === '/' && source[i + 1] === '*') i = skipTo(i, endOf('*/', i + 2));
      else if (c === '/' && regexStartsAt(i)) i = skipTo(i + 1, endOfRegex(i));
      else if (c === "'" || c === '"') i = scanString(i);
      else if (c === '`') i = scanTemplate(i);
      else {
        if (c === '{') depth++;
        if (c === '}' && inHole && depth === 0) return i + 1;
        if (c === '}') depth--;
        i++;
      }
    }
    return i;
  }

  function skipTo(from, to) {
    blank(from, to);
    return to;
  }

  function endOfLine(i) {
    const end = source.indexOf('\n', i);
    return end < 0 ? source.length : end;
  }

  function endOf(mark, i) {
    const end = source.indexOf(mark, i);
    return end < 0 ? source.length : end + mark.length;
  }

  function regexStartsAt(i) {
    return REGEX_MAY_FOLLOW.test(out.slice(Math.max(0, i - 40), i).join(''));
  }

  function endOfRegex(i) {
    let inClass = false;
    for (let j = i + 1; j < source.length; j++) {
      const c = source[j];
      if (c === '\\') j++;
      else if (c === '[') inClass = true;
      else if (c === ']') inClass = false;
      else if (c === '\n') return j;
      else if (c === '/' && !inClass) return j + 1;
    }
    return source.length;
  }

  function scanString(start) {
    const quote = source[start];
    let i = start + 1;
    while (i < source.length && source[i] !== quote && source[i] !== '\n') i += source[i] === '\\' ? 2 : 1;
    add(source.slice(start + 1, i), start);
    blank(start + 1, i);
    return i + 1;
  }

  function scanTemplate(start) {
    let i = start + 1;
    let value = '';
    while (i < source.length && source[i] !== '`') {
      if (source[i] === '$' && source[i + 1] === '{') {
        value += '?';
        blank(i, i + 2);
        const end = scanCode(i + 2, true);
        blank(end - 1, end);
        i = end;
        continue;
      }
      const width = source[i] === '\\' ? 2 : 1;
      value += source.slice(i, i + width);
      blank(i, i + width);
      i += width;
    }
    add(value, start);
    return i + 1;
  }
}

function findLineStarts(source) {
  const starts = [0];
  for (let i = source.indexOf('\n'); i >= 0; i = source.indexOf('\n', i + 1)) starts.push(i + 1);
  return starts;
}

function lineOf(starts, index) {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= index) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/**
 * Every module the source imports, statically, by re-export or by `import()`: `{ specifier, line, typeOnly }`.
 * `typeOnly` imports are gone when the program runs.
 */
export function findImports({ code, strings, lineAt }) {
  const imports = [];
  for (const { value, start } of strings) {
    const before = code.slice(Math.max(0, start - 4000), start);
    if (!/(?:\bfrom|\bimport)\s*\(?\s*$/.test(before)) continue;
    const statement = before.slice(Math.max(before.lastIndexOf('import'), before.lastIndexOf('export')));
    imports.push({ specifier: value, line: lineAt(start), typeOnly: /^(?:import|export)\s+type\b/.test(statement) });
  }
  return imports;
}
