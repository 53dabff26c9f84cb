import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { RequestError } from '#server/platform/errors.ts'
import { isBrokenOff } from '#server/platform/mongo/errors.ts'

/**
 * Texts can be made through which any search is slow: it is broken off, and whoever has made that happen too often waits
 * before the next one. Throws a RequestError 'tooMany'.
 */
export async function searchWithin<Found>(
  { attempts }: Pick<Context, 'attempts'>,
  viewer: Viewer,
  search: () => Promise<Found>,
): Promise<Found> {
  const finder = String(viewer.userNo)
  await attempts.slowSearch.admit(finder)
  const found = await search().catch((error: unknown): never => {
    if (!isBrokenOff(error)) throw error
    throw new RequestError('tooMany', { sentence: 'notes.findTookTooLong', retryAfterS: 1 })
  })
  await attempts.slowSearch.takeBack(finder)
  return found
}
