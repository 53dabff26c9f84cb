/** What of an address tells only which part of a list is shown. */
const PARTS_OF_LISTS = ['page', 'only']

/**
 * What an answer leads to, unless its reader has gone elsewhere since this was called. The address changes at their press, the screen
 * only when the next one is drawn: until then the one before hears its answers, and would take them back.
 */
export function ifStillHere<Args extends unknown[]>(lead: (...args: Args) => void): (...args: Args) => void {
  const asked = placeOf(window.location)
  return (...args) => {
    if (placeOf(window.location) === asked) lead(...args)
  }
}

function placeOf({ pathname, search }: Location): string {
  const query = new URLSearchParams(search)
  for (const part of PARTS_OF_LISTS) query.delete(part)
  return `${pathname}?${query}`
}
