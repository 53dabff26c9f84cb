/** In milliseconds; enough for phones that first ask where to save the file. */
const URL_LIFETIME_MS = 60_000

/** Downloads a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFETIME_MS)
}
