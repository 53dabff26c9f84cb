/** Opens the collapsed parts of a note around a place that is about to be shown. */
export function openDetailsAround(place: Node): void {
  let details = place.parentElement?.closest('details')
  for (; details; details = details.parentElement?.closest('details')) details.open = true
}
