/** Hands a file to the browser's downloads. */
export function saveAs(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // After the download has taken hold of it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
