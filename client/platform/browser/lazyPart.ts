import { reloadLostStyles } from '#client/platform/browser/lostStyles.ts'
import { LAZY_PART_TIMEOUT_MS } from '#protocol/limits.ts'

/** Pauses, in milliseconds, before a part is asked for again: a lost network is often back by then. */
const PAUSES_MS = [500, 2_000]

export class LazyPartFailed extends Error {
  override name = 'LazyPartFailed'
}

/** Loads a part of the client, trying again after a failure. Throws LazyPartFailed when it does not come in time. */
export async function loadPatiently<Part>(load: () => Promise<Part>): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LazyPartFailed('timed out')), LAZY_PART_TIMEOUT_MS)
  })
  try {
    return await Promise.race([loadAgain(() => reloadLostStyles().then(load)), timeout])
  } finally {
    clearTimeout(timer)
  }
}

async function loadAgain<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const pause of PAUSES_MS) {
    try {
      return await load()
    } catch {
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
  try {
    return await load()
  } catch (cause) {
    throw new LazyPartFailed('failed to load', { cause })
  }
}
