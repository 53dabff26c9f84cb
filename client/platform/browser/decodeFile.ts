const BOMS: readonly (readonly [encoding: string, ...mark: number[]])[] = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

/** In UTF-8, in UTF-16 where it says so, or as older Korean programs write; null when it is no text. */
export function decodeFile(content: Uint8Array): string | null {
  const marked = BOMS.find(([, ...mark]) => mark.every((byte, at) => content[at] === byte))
  for (const encoding of marked ? [marked[0]] : ['utf-8', 'euc-kr']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(content)
      return text.includes('\0') ? null : text
    } catch {
      // The next one may fit.
    }
  }
  return null
}
