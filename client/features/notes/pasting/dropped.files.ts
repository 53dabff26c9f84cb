/** More is no note's text. */
export const TEXT_FILE_BYTES_MAX = 1024 * 1024

export function isPictureFile({ type }: File): boolean {
  return type.startsWith('image/')
}

export function isTextFile({ name, type }: File): boolean {
  return /\.(?:md|markdown|txt)$/i.test(name) || type === 'text/markdown'
}
