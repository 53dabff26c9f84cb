import type { ShownNotices } from '#protocol/notices.ts'

/** An event may come twice, late, or before an answer that is older than it. */
export function newerOf<Told extends ShownNotices>(known: Told | undefined, told: Told): Told {
  return known && known.version > told.version ? known : told
}
