const BYTE_ORDER_MARKS: readonly (readonly [encoding: string, ...mark: number[]])[] = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

/** Decodes UTF-8, UTF-16 with a byte order mark, or EUC-KR, which older Korean programs write. Null if the content is no text. */
export function decodeFile(content: Uint8Array): string | null {
  const marked = BYTE_ORDER_MARKS.find(([, ...mark]) => mark.every((byte, at) => content[at] === byte))
  for (const encoding of marked ? [marked[0]] : ['utf-8', 'euc-kr']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(content)
      return text.includes('\0') ? null : text
    } catch {
      // Try the next encoding.
    }
  }
  return null
}

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
