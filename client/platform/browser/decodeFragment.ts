/** Decodes a fragment of an address; one that is not encoded well stays as it is. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
