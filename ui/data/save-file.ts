/** Offers a file to save. `type`: the media type of a text. */
export function saveFile(name: string, content: string | Blob, type = ''): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content);
  link.download = name;
  link.click();
  // The browser reads the content after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
