/** Offers a text as a file to save. `type`: its media type. */
export function saveFile(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // The browser reads the text after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
