import { leadTo } from '#client/platform/browser/leadTo.ts'

/** Leads to a heading, and names it in the address. Back still leads out of the note. */
export function showHeading(id: string): void {
  // The router keeps what it noted beside the address.
  history.replaceState(history.state, '', `#${id}`)
  leadTo(id)
}
